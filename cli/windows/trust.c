/* Reading owners and access lists: who may change a file or remove what is in a folder. */
#include "cli/windows/trust.h"

#include <stdint.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <aclapi.h>
#include <sddl.h>

#define CHANGE_ANY (DELETE | WRITE_DAC | WRITE_OWNER | GENERIC_WRITE | GENERIC_ALL)
#define CHANGE_FILE (CHANGE_ANY | FILE_WRITE_DATA | FILE_APPEND_DATA)
#define CHANGE_FOLDER (CHANGE_ANY | FILE_DELETE_CHILD) /* who may only add files replaces none */

/* The service that owns the files of Windows. */
#define TRUSTED_INSTALLER "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"

static int is_installer(PSID sid)
{
    PSID installer;
    int is;

    if (!ConvertStringSidToSidA(TRUSTED_INSTALLER, &installer))
        return 0;
    is = EqualSid(sid, installer);
    LocalFree(installer);
    return is;
}

static int is_caller(PSID sid)
{
    union {
        TOKEN_USER user;
        uint8_t room[sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE];
    } found;
    DWORD len;
    HANDLE token;
    int is;

    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token))
        return 0;
    is = GetTokenInformation(token, TokenUser, &found, sizeof(found), &len) && EqualSid(sid, found.user.User.Sid);
    CloseHandle(token);
    return is;
}

static int is_trusted(PSID sid)
{
    return IsWellKnownSid(sid, WinLocalSystemSid) || IsWellKnownSid(sid, WinBuiltinAdministratorsSid) || is_caller(sid)
           || is_installer(sid);
}

/* May somebody who is not trusted use one of these rights? */
static int allows_others(PACL list, ACCESS_MASK rights)
{
    for (DWORD i = 0; i < list->AceCount; i++) {
        ACCESS_ALLOWED_ACE *entry;

        if (!GetAce(list, i, (LPVOID *)&entry))
            return 1;
        if (entry->Header.AceType == ACCESS_DENIED_ACE_TYPE || (entry->Header.AceFlags & INHERIT_ONLY_ACE) != 0)
            continue;
        if (entry->Header.AceType != ACCESS_ALLOWED_ACE_TYPE) /* with a condition: take it as met */
            return 1;
        if ((entry->Mask & rights) != 0 && !is_trusted(&entry->SidStart))
            return 1;
    }
    return 0;
}

const char *ab_trust_fault(const char *path)
{
    const DWORD attributes = GetFileAttributesA(path);
    const int is_folder = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    PSECURITY_DESCRIPTOR descriptor;
    const char *fault = NULL;
    PSID owner;
    PACL list;

    if (GetNamedSecurityInfoA(path, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION, &owner,
                              NULL, &list, NULL, &descriptor)
        != ERROR_SUCCESS)
        return "does not say who may change it; run this as an administrator";
    if (owner == NULL || !is_trusted(owner))
        fault = "belongs to another user; run this as that user, or change the owner first";
    else if (list == NULL || allows_others(list, is_folder ? CHANGE_FOLDER : CHANGE_FILE))
        fault = "can be changed by others; take that right from them first (icacls)";
    LocalFree(descriptor);
    return fault;
}
