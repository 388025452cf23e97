# A match of two programs that differ in their nodes, with these options.
tengen match --brain "name=A,cmd=pbrain-tengen --hash 1 --seed 1,nodes=60,start=60" \
    --brain "name=B,cmd=pbrain-tengen --hash 1 --seed 1,nodes=20,start=60" "$@"
