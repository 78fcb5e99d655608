/**
 * A command line that the user always allows in one folder. `exact`: this line and no other. `prefix`: these words,
 * followed by any further plain words.
 */
export interface CommandRule {
  match: 'exact' | 'prefix';
  line: string;
}

/** Longer lines can't be read at a glance, so they get no rule. */
const MAX_LENGTH = 300;

/**
 * A word that no shell changes: no operator, redirect, substitution, glob, quote, escape, comment or home folder. An
 * equals sign is plain inside of a word.
 */
const PLAIN_WORD = /^[\w@%+:,./-][\w@%+:,./=-]*$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
// oxlint-disable-next-line no-control-regex -- a rule must be readable as it is shown
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/;

/** Programs whose arguments are programs. What follows them must be seen each time, also as the script of another. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  (
    'sh bash dash zsh fish ksh csh tcsh busybox cmd powershell pwsh env sudo xargs node nodejs deno bun tsx ts-node ' +
    'python py perl ruby php lua npx pnpx bunx uvx pipx'
  ).split(' '),
);
/** The same, with names that scripts have, too. */
const RUNS_ANYTHING: ReadonlySet<string> = new Set(
  (
    'doas su ssh scp sftp rsync parallel find fd exec eval command builtin source time nice nohup timeout setsid watch ' +
    'script expect chroot unshare nsenter bwrap awk gawk sed vi vim nvim ed emacs docker podman kubectl make git curl ' +
    'wget nc ncat socat osascript open xdg-open wsl start call forfiles cscript wscript mshta rundll pkexec runuser ' +
    'setpriv systemd-run xvfb-run strace ltrace gdb lldb ionice chrt taskset stdbuf unbuffer flock entr tmux screen ' +
    'direnv nix nix-shell tar'
  ).split(' '),
);
/** Subcommands that fetch a program, or run the one that follows. */
const RUNS_NEXT = /^(?:exec|x|dlx|create|init|tool)\b/i;

/** The line as plain words; null when a shell would read anything else in it. */
function plainWords(line: string): string[] | null {
  // Between two percent signs, cmd.exe puts the value of a variable before it reads the line.
  if (line.length > MAX_LENGTH || UNREADABLE.test(line) || /%.*%/.test(line)) return null;
  const words = line.trim().split(/ +/);
  const assigns = words.some((word) => ASSIGNMENT.test(word));
  return !assigns && words.every((word) => PLAIN_WORD.test(word)) ? words : null;
}

/** Whether a rule covers a command line. A rule never covers more than what its text shows. */
export function coversCommand({ match, line }: CommandRule, command: string): boolean {
  if (match === 'exact') return command === line && isReadable(line);
  const [rule, words] = [plainWords(line), plainWords(command)];
  return rule !== null && words !== null && isPrefix(rule) && rule.every((word, index) => words[index] === word);
}

/** The rules that the user may make of a command line: the line itself, and its first words where they say enough. */
export function rulesFor(command: string): CommandRule[] {
  if (!isReadable(command)) return [];
  const exact: CommandRule = { match: 'exact', line: command };
  const words = plainWords(command) ?? [];
  const first = words.slice(0, words[1] === 'run' ? 3 : 2);
  return isPrefix(first) ? [exact, { match: 'prefix', line: first.join(' ') }] : [exact];
}

function isReadable(line: string): boolean {
  return line.trim() !== '' && line.length <= MAX_LENGTH && !UNREADABLE.test(line);
}

/** A program and its subcommand, such as `npm test` or `cargo build`. */
function isPrefix([program = '', subcommand = '', script]: readonly string[]): boolean {
  const name = nameOf(program);
  if (!/^[\w./-]*\w$/.test(program) || INTERPRETERS.has(name) || RUNS_ANYTHING.has(name)) return false;
  if (!/^[a-z][\w:-]*$/i.test(subcommand) || RUNS_NEXT.test(subcommand)) return false;
  if (INTERPRETERS.has(nameOf(script ?? subcommand))) return false;
  return subcommand === 'run' ? script !== undefined && /^[a-z][\w:.-]*$/i.test(script) : script === undefined;
}

/** Without folder, ending and version. */
function nameOf(program: string): string {
  const name = program.slice(program.lastIndexOf('/') + 1).toLowerCase();
  return name.replace(/\.(?:exe|cmd|bat|com)$/, '').replace(/[\d.]+$/, '');
}
