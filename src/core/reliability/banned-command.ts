import { shellCommands } from './shell-words.ts';

/** Programs that take over the terminal and wait for keys (reliability.md S1-16). */
const INTERACTIVE = new Set(['vim', 'nano', 'vi', 'emacs', 'less', 'more', 'man']);

/** Git subcommands that prompt, by the options that make them prompt. */
const GIT: Readonly<Record<string, { short: string; long: string }>> = {
  add: { short: 'p', long: '--patch' },
  rebase: { short: 'i', long: '--interactive' },
};

/** Programs that start another program named after them, and their options that take a value. */
const STARTERS: Readonly<Record<string, string>> = {
  sudo: 'ugphCrt',
  doas: 'uC',
  env: 'uS',
  command: '',
  exec: 'a',
  nohup: '',
  time: 'fo',
  nice: 'n',
  ionice: 'cn',
  timeout: 'ks',
  xargs: 'adEIiLlnPs',
  watch: 'n',
  stdbuf: 'ioe',
  setsid: '',
  builtin: '',
};

/** Words of the shell's own grammar before a command. */
const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', 'coproc']);
/** Options of git that take a value, before the subcommand. */
const GIT_VALUED = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env']);
/** Options of `find` that start a program. */
const FIND_STARTS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'eval']);
const MAX_DEPTH = 5;

/**
 * Returns the command that would wait for the user, as the list names it, or `null`. Only programs that a command line
 * starts count: names inside arguments, messages and file names are harmless.
 */
export function bannedCommand(commandLine: string): string | null {
  return find(commandLine, MAX_DEPTH);
}

function find(commandLine: string, depth: number): string | null {
  for (const { words } of shellCommands(commandLine)) {
    const banned = check(words, depth);
    if (banned !== null) return banned;
  }
  return null;
}

function check(words: readonly string[], depth: number): string | null {
  const start = words.findIndex((word) => !/^\w+\+?=/.test(word) && !KEYWORDS.has(word));
  // Assignments alone start nothing.
  if (start < 0) return null;
  const [program = '', ...args] = words.slice(start);
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (INTERACTIVE.has(name)) return name;
  if (name === 'git') return checkGit(args);
  if (depth === 0) return null;
  if (name === 'find') return checkFind(args, depth);
  if (SHELLS.has(name)) return checkShell(name, args, depth);
  const valued = Object.hasOwn(STARTERS, name) ? STARTERS[name] : undefined;
  return valued === undefined ? null : check(startedBy(name, args, valued), depth - 1);
}

function checkShell(name: string, args: readonly string[], depth: number): string | null {
  if (name === 'eval') return find(args.join(' '), depth - 1);
  const flag = args.findIndex((arg) => /^-\w*c$/.test(arg));
  const script = flag < 0 ? undefined : args[flag + 1];
  return script === undefined ? null : find(script, depth - 1);
}

function checkFind(args: readonly string[], depth: number): string | null {
  for (const [at, arg] of args.entries()) {
    const banned = FIND_STARTS.has(arg) ? check(args.slice(at + 1), depth - 1) : null;
    if (banned !== null) return banned;
  }
  return null;
}

/** The words of the program that a starter runs. */
function startedBy(name: string, args: readonly string[], valued: string): readonly string[] {
  let at = 0;
  while (at < args.length) {
    const arg = args[at] ?? '';
    if (arg === '--') return args.slice(at + 1);
    if (!arg.startsWith('-')) break;
    at += arg.length === 2 && valued.includes(arg[1] ?? '') ? 2 : 1;
  }
  // `timeout 5 program`: the duration comes before the program.
  return args.slice(name === 'timeout' ? at + 1 : at);
}

function checkGit(args: readonly string[]): string | null {
  let at = 0;
  while (args[at]?.startsWith('-')) at += GIT_VALUED.has(args[at] ?? '') ? 2 : 1;
  const subcommand = args[at] ?? '';
  const asks = Object.hasOwn(GIT, subcommand) ? GIT[subcommand] : undefined;
  if (!asks) return null;
  for (const arg of args.slice(at + 1)) {
    if (arg === '--') return null;
    const short = /^-[a-zA-Z]+$/.test(arg) && arg.includes(asks.short);
    if (short || arg === asks.long) return `git ${subcommand} -${asks.short}`;
  }
  return null;
}
