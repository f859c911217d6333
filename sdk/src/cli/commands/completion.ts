import type { Commands } from '../command.ts';
import { commandNames } from '../command-names.ts';

const names = Object.keys(commandNames);
const withWords = Object.entries(commandNames).filter(([, { words }]) => words.length > 0);

const bash = () => `_weftline() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${names.join(' ')} --help --version"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${withWords.map(([name, { words }]) => `      ${name}) words="${words.join(' ')}" ;;`).join('\n')}
    esac
  fi
  [[ "$word" == -* ]] && words="$words --output --profile --base-url --quiet --help"
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ -z "$words" ] && COMPREPLY=($(compgen -f -- "$word"))
}
complete -o default -F _weftline weftline`;

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const zsh = () => `#compdef weftline
_weftline() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${Object.entries(commandNames)
  .map(([name, { about }]) => `      ${quote(`${name}:${about}`)}`)
  .join('\n')}
    )
    _describe command commands
  elif (( CURRENT == 3 )); then
    case "$words[2]" in
${withWords.map(([name, { words }]) => `      ${name}) compadd ${words.join(' ')} ;;`).join('\n')}
      *) _files ;;
    esac
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_weftline" ]; then _weftline; else compdef _weftline weftline; fi`;

const fish = () =>
  [
    'complete -c weftline -f',
    ...Object.entries(commandNames).map(
      ([name, { about }]) =>
        `complete -c weftline -n __fish_use_subcommand -a ${name} -d ${quote(about)}`,
    ),
    ...withWords.map(
      ([name, { words }]) =>
        `complete -c weftline -n '__fish_seen_subcommand_from ${name}' -a ${quote(words.join(' '))}`,
    ),
    ...['transcribe', 'speak', 'customs'].map(
      (name) => `complete -c weftline -n '__fish_seen_subcommand_from ${name}' -F`,
    ),
  ].join('\n');

const shells = {
  bash: { print: bash, line: 'source <(weftline completion bash)', file: '~/.bashrc' },
  zsh: { print: zsh, line: 'source <(weftline completion zsh)', file: '~/.zshrc' },
  fish: {
    print: fish,
    line: 'weftline completion fish | source',
    file: '~/.config/fish/config.fish',
  },
};

export const commands: Commands = Object.fromEntries(
  Object.entries(shells).map(([shell, { print, line, file }]) => [
    shell,
    {
      usage: '',
      about: `Print the completion script of ${shell}.`,
      examples: [[`In ${file}`, line]],
      run: async () => void process.stdout.write(`${print()}\n`),
    },
  ]),
);
