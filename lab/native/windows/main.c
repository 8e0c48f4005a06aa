/*
 * The lab's driver on Windows: a console program that is linked with the import library of one libcrypto, and finds
 * that DLL by Windows' search order. --libcrypto is accepted, and chooses nothing.
 */
#include <fcntl.h>
#include <io.h>
#include <openssl/crypto.h>
#include <stdio.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

int lab_session(int argc, char **argv, const char *libcrypto);

int main(int argc, char **argv)
{
    const DWORD flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    char path[4 * MAX_PATH] = "";
    HMODULE libcrypto;

    for (int fd = 0; fd < 2; fd++)
        _setmode(fd, _O_BINARY);
    if (GetModuleHandleExA(flags, OpenSSL_version(OPENSSL_VERSION), &libcrypto))
        GetModuleFileNameA(libcrypto, path, sizeof(path));
    return lab_session(argc, argv, path);
}
