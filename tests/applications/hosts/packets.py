"""Send IP packets of all sizes through two tunnel devices in both directions, receive them at the other end, and print
their digest."""
import hashlib
import random
import socket
import struct
import sys

COUNT, BURST, OUTGOING, IPV4 = 2000, 20, 4, 0x0800
SOURCE, TARGET = (
    socket.inet_aton("192.0.2.1"),
    socket.inet_aton("192.0.2.2"),
)  # not assigned: the system drops the packets afterwards


def packet(number, source):
    """Make an IPv4 packet (RFC 791) of protocol 253, which is reserved for experiments."""
    body = struct.pack("!I", number) + source.randbytes(source.randrange(1400))
    head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(body), number & 0xffff, 0, 64, 253, 0, SOURCE, TARGET)
    total = sum(struct.unpack("!10H", head))
    total = (total & 0xffff) + (total >> 16)
    return head[:10] + struct.pack("!H", ~(total + (total >> 16)) & 0xffff) + head[12:] + body


def opened(device):
    tunnel = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(IPV4))
    tunnel.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    tunnel.bind((device, IPV4))
    tunnel.settimeout(20)
    return tunnel


def take(tunnel):
    """Wait for the next packet that this program sent."""
    while True:
        data, (_, _, kind, *_) = tunnel.recvfrom(2000)
        if kind != OUTGOING and data[12:20] == SOURCE + TARGET:
            return data


def send(device, one, other, source, digest):
    for start in range(0, COUNT, BURST):
        burst = [packet(start + i, source) for i in range(BURST)]
        for data in burst:
            one.sendto(data, (device, IPV4))
        assert [take(other) for _ in burst] == burst, f"other packets came out near {start}"
        digest.update(b"".join(burst))


devices = sys.argv[1:3]
ends = [opened(device) for device in devices]
total = hashlib.sha256()
randomness = random.Random(5)
send(devices[0], ends[0], ends[1], randomness, total)
send(devices[1], ends[1], ends[0], randomness, total)
print(total.hexdigest())
