#!/bin/sh
# A program for tests that speaks the SAU platform's protocol: `sau_scripted.sh MODE TURN TURN ...` makes the
# turns it is given, one after the other. Its third one goes wrong as MODE says.
mode=$1
shift
turns=0

play() {
    turns=$((turns + 1))
    [ $turns -ne 3 ] || case $mode in
        crash) exit 3 ;;
        hang) sleep 100 ;;
        few) set -- "${1%??}" ;;
        many) set -- "${1}SSSR" ;;
        off) set -- "ZZ${1#??}" ;;
        twice) set -- "${1%??}${1%??}" ;;
        words) set -- "seven" ;;
        chatty) printf 'thinking\n\nerror or not\n' ;;
    esac
    echo "move $1"
}

while read -r line; do
    case $line in
        name\?) [ "$mode" = dumb ] || echo "name Scripted" ;;
        'new white' | end*) ;;
        'new black' | move*) play "$1" && shift ;;
        quit) exit ;;
    esac
done
