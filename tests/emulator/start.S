/*
 * From the multiboot entry (32 bits, paging off) to C in long mode with SSE, AVX and AVX-512 state enabled. Multiboot
 * 0.6.96 sec. 3; Intel SDM vol. 3 sec. 9.8.5 (entering long mode), 13.3 (XCR0).
 */
.intel_syntax noprefix

.set MULTIBOOT_MAGIC, 0x1badb002
.set ADDRESSES_GIVEN, 0x00010000
.set LOAD_ADDRESS, 0x100000

.section .boot, "awx"
.code32
.align 4
multiboot_header:
    .long MULTIBOOT_MAGIC, ADDRESSES_GIVEN, -(MULTIBOOT_MAGIC + ADDRESSES_GIVEN)
    .long multiboot_header, LOAD_ADDRESS, _edata, _end, _start

.globl _start
_start:
    cli
    mov esp, offset ab_stack_top
    mov [multiboot_info], ebx
    /* identity map of the first GiB in pages of 2 MiB: present, writable, large */
    mov dword ptr [page_map], offset page_pointers + 3
    mov dword ptr [page_pointers], offset ab_page_directory + 3
    xor ecx, ecx
1:  mov eax, ecx
    shl eax, 21
    or eax, 0x83
    mov [ab_page_directory + ecx * 8], eax
    inc ecx
    cmp ecx, 512
    jne 1b
    mov eax, cr4
    or eax, 0x40620                 /* PAE, OSFXSR, OSXMMEXCPT, OSXSAVE */
    mov cr4, eax
    mov eax, offset page_map
    mov cr3, eax
    mov ecx, 0xc0000080             /* EFER.LME */
    rdmsr
    or eax, 0x100
    wrmsr
    mov eax, cr0
    and eax, ~4                     /* no x87 emulation */
    or eax, 0x80000003              /* paging, monitor coprocessor, protection */
    mov cr0, eax
    lgdt [gdt_pointer]
    ljmp 8, offset long_mode

.code64
long_mode:
    mov ax, 16
    mov ds, ax
    mov es, ax
    mov ss, ax
    xor ecx, ecx
    xgetbv
    or eax, 0xe7                    /* x87, SSE, AVX, opmask, both ZMM parts */
    xsetbv
    mov rsp, offset ab_stack_top
    mov edi, [multiboot_info]
    call ab_bare_main
2:  hlt
    jmp 2b

/* One stub for each exception: the vector to rdi, the two words on top of the stack to rsi and rdx. */
.align 16
.globl ab_fault_stubs
ab_fault_stubs:
.set vector, 0
.rept 32
    mov edi, offset vector
    jmp fault_common
    .align 16
    .set vector, vector + 1
.endr

fault_common:
    mov rsi, [rsp]
    mov rdx, [rsp + 8]
    and rsp, -64
    call ab_bare_fault
2:  hlt
    jmp 2b

.align 8
gdt:
    .quad 0, 0x00af9a000000ffff, 0x00af92000000ffff
gdt_pointer:
    .word 23
    .long gdt
multiboot_info:
    .long 0

.section .kept, "aw", @nobits
.align 4096
page_map: .skip 4096
page_pointers: .skip 4096
.globl ab_page_directory
ab_page_directory: .skip 4096
stack: .skip 262144
.globl ab_stack_top
ab_stack_top:
