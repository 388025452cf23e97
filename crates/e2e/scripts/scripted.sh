#!/bin/sh
# A brain for tests: `scripted.sh MODE POINT POINT ...` plays the points it is given, one after the other.
# Its third move goes wrong as MODE says. With the MODE `swap2=ONE/TWO` it answers SWAP2BOARD with ONE,
# and with TWO when it is asked again.
mode=$1
shift
moves=0
swap2=no
choices=${mode#swap2=}

play() {
    moves=$((moves + 1))
    [ $moves -ne 3 ] || case $mode in
        crash) exit 3 ;;
        hang) sleep 100 ;;
        mute) exec >&- && sleep 100 ;;
        garbage) echo 'I resign' && return ;;
        error) echo 'ERROR I cannot' && return ;;
        taken) set -- "$first" ;;
        off) set -- 15,3 ;;
        slow) printf '%s' "${1%,*}" && sleep 0.4 && echo ",${1#*,}" && return ;;
        drip) printf '%s' "${1%,*}" && sleep 0.1 && echo ",${1#*,}" && return ;;
        chatty) printf 'UNKNOWN max_node\r\n\nDEBUG thinking\nmessage depth 3\n' ;;
        suggest) echo "SUGGEST $1" && return ;;
        flood) yes 'MESSAGE flood' ;;
        flood_later) echo "$1" && yes DEBUG ;;
        flood_errors) yes flood >&2 ;;
        endless) tr '\0' x < /dev/zero ;;
        complain) printf 'a line\nboard.py, line 3\nValueError: no move\n' >&2 && exit 3 ;;
    esac
    first=${first:-$1}
    echo "$1"
}

[ "$mode" != absent ] || exit 7
while read -r line; do
    case $line in
        START* | RECTSTART* | RESTART*)
            case $mode in
                refuse) echo 'ERROR not on this board' ;;
                dumb) ;;
                mumble) printf 'MESSAGE hello\nOK, ready\n' ;;
                *) echo OK ;;
            esac
            ;;
        SWAP2BOARD*) swap2=yes ;;
        BEGIN* | TURN* | DONE*)
            if [ $swap2 = yes ]; then
                echo "${choices%%/*}" && choices=${choices#*/} && swap2=no
            else
                play "$1" && shift
            fi
            ;;
        PLAY*) echo "${line#PLAY }" ;;
        END*) exit ;;
    esac
done
