# Completion of afterburner(1) for bash: words and options are those that --help lists.
_afterburner()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words='' i

    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        words="--help --version $(afterburner --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi
    if [[ $command == exec ]]; then # behind the first word that is no option, it is another command's affair
        for ((i = 2; i < COMP_CWORD; i++)); do
            case ${COMP_WORDS[i]} in
            --) ((i++)) ;;
            --algorithms | --cpu | --threads | --log | --counters | --module) ((i++)); continue ;;
            -*) continue ;;
            esac
            declare -F _command_offset >/dev/null && _command_offset "$i"
            return
        done
    fi
    case $previous in
    --cpu) words='none sse41 avx2 avx512 aesni vaes256 vaes512' ;;
    --log) words='off error info' ;;
    --counters) words='on off' ;;
    --algorithms)
        words="ALL $(afterburner status 2>/dev/null | sed -n '/^algorithm /,/^$/s/^\([A-Z][^ ]*\) .*/\1/p')"
        ;;
    --algorithm)
        words=$(afterburner sum --help 2>/dev/null |
            grep -oE '\b(md5|sha[0-9]+(-[0-9]+)?|sm3|rmd160|blake2[bs])\b' | sort -u)
        ;;
    --config | --module | --save | --from) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    --below) mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
    --threads | --seconds) return ;;
    *)
        words=$(afterburner "$command" --help 2>/dev/null | grep -oE '^  --[a-z-]+(, --[a-z-]+)?' | tr -d ,)
        [[ $command != container || $COMP_CWORD != 2 ]] || words+=' init compose kubernetes'
        [[ $command != @(doctor|estimate|top) ]] || words+=" $(cd /proc && echo [0-9]*)"
        [[ $command != @(estimate|top) ]] ||
            words+=" $(cat /proc/[0-9]*/comm 2>/dev/null | grep -xE '[A-Za-z0-9_.+-]+' | sort -u)"
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    if [[ $command == sum && $current != -* && $previous != --algorithm ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
    if [[ $command == exec && $current != -* && $previous != --?* ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "$current")
    fi
}
complete -o filenames -F _afterburner afterburner
