# A match of a program that misbehaves like this against a good one, with these options.
mode=$1
shift
tengen match --brain "name=$mode,cmd=sh $SCRIPTS/scripted.sh $mode 0,0 1,0 2,0 3,0 4,0 0,14 1,14 2,14 3,14 4,14" \
    --brain "name=good,cmd=sh $SCRIPTS/scripted.sh good 0,1 1,1 2,1 3,1 4,1 0,13 1,13 2,13 3,13 4,13" --fresh --turn 0.2 "$@"
