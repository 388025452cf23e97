# Prints what bash offers after `tengen` and these words, the last of which is incomplete.
eval "$(tengen completions bash)"
COMP_WORDS=(tengen "$@")
COMP_CWORD=$#
_tengen tengen "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
echo "${COMPREPLY[@]}"
