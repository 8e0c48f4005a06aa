/*
 * afterburner doctor PID on Windows. What the process was started with is read from its memory, where every system from
 * Windows 8 on has it at the same places; files are opened with the rights of this process, none on another machine.
 */
#include "cli/doctor/doctor.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <tlhelp32.h>
#include <winternl.h>

#include "cli/text/say.h"
#include "cli/text/text.h"

enum { MOST_CHARACTERS = 1 << 16 };

/* Where a process of 64 bits has pointers to its parameters, and these the folder and the environment. */
enum { PEB_PARAMETERS = 0x20, PARAMETERS_FOLDER = 0x38, PARAMETERS_ENVIRONMENT = 0x80 };

/* ---- what else doctor.h declares ---- */

/* A DLL that is loaded cannot be replaced. */
void ab_doctor_old(void)
{
}

void ab_restart_fix(const struct ab_process *p, char *fix, size_t size)
{
    (void)p;
    snprintf(fix, size, "restart it");
}

int ab_doctor_companion(const struct ab_process *p)
{
    (void)p;
    return 0;
}

void ab_doctor_companion_serves(const char *path, const struct ab_openssl_inside *inside)
{
    (void)path;
    (void)inside;
}

int ab_doctor_tls(const char *target)
{
    (void)target;
    ab_say_error("--tls is on Linux only");
    return AB_EXIT_ERROR;
}

/* ---- reading ---- */

static char *to_utf8(const wchar_t *text, int len)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, len, NULL, 0, NULL, NULL);
    char *copy = calloc(1, (size_t)size + 1);

    if (copy == NULL)
        ab_out_of_memory();
    WideCharToMultiByte(CP_UTF8, 0, text, len, copy, size, NULL, NULL);
    return copy;
}

static void put_slashes(char *path)
{
    for (; *path != '\0'; path++)
        if (*path == '\\')
            *path = '/';
}

static int read_memory(HANDLE process, uint64_t address, void *to, size_t len)
{
    SIZE_T num;

    return ReadProcessMemory(process, (const void *)(uintptr_t)address, to, len, &num) && num == len;
}

/* A variable "NAME=value" that doctor asks for. */
static void take_variable(struct ab_process *p, const wchar_t *variable)
{
    const struct {
        const wchar_t *name;
        char **value;
    } wanted[] = {
        { L"OPENSSL_CONF=", &p->conf },
        { L"OPENSSL_CONF_INCLUDE=", &p->conf_include },
        { L"AFTERBURNER_CPU=", &p->cpu },
        { L"OPENSSL_ia32cap=", &p->ia32cap },
    };

    for (unsigned i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        const size_t len = wcslen(wanted[i].name);

        if (*wanted[i].value == NULL && _wcsnicmp(variable, wanted[i].name, len) == 0)
            *wanted[i].value = to_utf8(variable + len, -1);
    }
}

/* As much of it as can be read, up to the empty variable at its end. */
static void read_environment(struct ab_process *p, HANDLE process, uint64_t address)
{
    enum { PAGE = 4096 };
    wchar_t *text = calloc(MOST_CHARACTERS + 2, sizeof(*text));
    size_t num = 0;

    if (text == NULL)
        ab_out_of_memory();
    while (num < MOST_CHARACTERS) {
        size_t len = PAGE - (size_t)(address % PAGE);

        len = len < (MOST_CHARACTERS - num) * sizeof(*text) ? len : (MOST_CHARACTERS - num) * sizeof(*text);
        if (!read_memory(process, address, text + num, len))
            break;
        num += len / sizeof(*text);
        address += len;
    }
    for (const wchar_t *variable = text; *variable != L'\0'; variable += wcslen(variable) + 1)
        take_variable(p, variable);
    free(text);
}

static void read_folder(struct ab_process *p, HANDLE process, uint64_t parameters)
{
    struct {
        uint16_t len, room;
        uint32_t gap;
        uint64_t text;
    } name;
    wchar_t text[PATH_MAX];
    char *path;

    if (!read_memory(process, parameters + PARAMETERS_FOLDER, &name, sizeof(name)) || name.len >= sizeof(text)
        || !read_memory(process, name.text, text, name.len))
        return;
    path = to_utf8(text, name.len / (int)sizeof(*text));
    put_slashes(path);
    snprintf(p->cwd, sizeof(p->cwd), "%s", path);
    free(path);
}

static int read_parameters(struct ab_process *p, HANDLE process)
{
    PROCESS_BASIC_INFORMATION basic = { 0 };
    uint64_t parameters, environment;

    if (NtQueryInformationProcess(process, ProcessBasicInformation, &basic, sizeof(basic), NULL) != 0
        || !read_memory(process, (uintptr_t)basic.PebBaseAddress + PEB_PARAMETERS, &parameters, sizeof(parameters))
        || !read_memory(process, parameters + PARAMETERS_ENVIRONMENT, &environment, sizeof(environment)))
        return 0;
    read_folder(p, process, parameters);
    read_environment(p, process, environment);
    return 1;
}

static int is_below(const char *path, const char *folder, size_t len)
{
    return _strnicmp(path, folder, len) == 0 && (path[len] == '/' || path[len] == '\0');
}

/* The DLLs that are not the system's own. */
static int read_files(struct ab_process *p)
{
    const HANDLE list = CreateToolhelp32Snapshot(TH32CS_SNAPMODULE | TH32CS_SNAPMODULE32, (DWORD)p->pid);
    MODULEENTRY32 entry = { .dwSize = sizeof(entry) };
    char windows[MAX_PATH];
    const size_t len = GetWindowsDirectoryA(windows, sizeof(windows));

    if (list == INVALID_HANDLE_VALUE)
        return 0;
    put_slashes(windows);
    for (BOOL more = Module32First(list, &entry); more; more = Module32Next(list, &entry)) {
        put_slashes(entry.szExePath);
        if (is_below(entry.szExePath, windows, len))
            continue;
        p->files = ab_grow(p->files, p->num_files, sizeof(*p->files));
        p->files[p->num_files++].path = ab_copy(entry.szExePath);
    }
    CloseHandle(list);
    return 1;
}

static int read_process(struct ab_process *p, HANDLE process)
{
    DWORD len = sizeof(p->exe);
    BOOL is_32 = FALSE;

    if (!QueryFullProcessImageNameA(process, 0, p->exe, &len) || !IsWow64Process(process, &is_32))
        return 0;
    put_slashes(p->exe);
    p->kind = is_32 ? AB_ELF_32 : AB_ELF_64;
    return read_parameters(p, process) && read_files(p);
}

/* ---- the command ---- */

static int examine(const struct ab_process *p)
{
    struct ab_doctor d = { .include = { .view = { .root = AB_OUR_ROOT, .cwd = p->cwd }, .dir = p->conf_include },
                           .kind = p->kind,
                           .as_user = "" };

    ab_doctor_examine(&d, p);
    return d.num_findings == 0 ? AB_EXIT_OK : AB_EXIT_FINDINGS;
}

int ab_doctor_process(const char *word)
{
    struct ab_process p = { .root = AB_OUR_ROOT };
    char *end;
    const unsigned long number = strtoul(word, &end, 10);
    HANDLE process;
    int status = AB_EXIT_ERROR;

    if (*word < '0' || *word > '9' || *end != '\0' || number == 0) {
        ab_say_error("%s is no process number", word);
        return AB_EXIT_ERROR;
    }
    p.pid = (pid_t)number;
    process = OpenProcess(PROCESS_QUERY_INFORMATION | PROCESS_VM_READ, FALSE, (DWORD)number);
    if (process == NULL && GetLastError() == ERROR_INVALID_PARAMETER)
        ab_say_error("there is no process %lu", number);
    else if (process == NULL || !read_process(&p, process))
        ab_say_error("cannot look at process %lu (error %lu); run this as its user or as an administrator", number,
                     GetLastError());
    else
        status = examine(&p);
    if (process != NULL)
        CloseHandle(process);
    ab_process_free(&p);
    return status;
}
