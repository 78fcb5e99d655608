/** One command of a command line: its words without quotes, and the contents of its command substitutions. */
export interface ShellCommand {
  words: string[];
}

/**
 * Parses a shell command line into its simple commands: splits at pipes, lists, groups and substitutions, and handles
 * quotes, escapes, comments and redirections. It only finds what would be started; it runs and expands nothing.
 */
export function shellCommands(line: string): ShellCommand[] {
  return new Reader(line, 0).read();
}

/** Maximum depth of nested substitutions. */
const MAX_DEPTH = 50;

const OPERATORS = new Set(['|', '&', ';', '\n', '(', ')', '{', '}', '!']);

class Reader {
  readonly #line: string;
  readonly #depth: number;
  #at = 0;
  readonly #commands: ShellCommand[] = [];
  #words: string[] = [];
  #word: string | null = null;
  /** The next word is the target of a redirection: a file, or the delimiter of a here-document. */
  #redirected: 'no' | 'file' | 'text' = 'no';
  /** Delimiters of the here-documents that begin with the next line. */
  readonly #textEnds: string[] = [];

  constructor(line: string, depth: number) {
    this.#line = line;
    this.#depth = depth;
  }

  read(): ShellCommand[] {
    while (this.#at < this.#line.length) this.#step(this.#line[this.#at] ?? '');
    this.#endCommand();
    return this.#commands;
  }

  #step(sign: string): void {
    if (sign === '\\') return this.#take(this.#line[this.#at + 1] ?? '', 2);
    if (sign === "'") return this.#quoted("'");
    if (sign === '"') return this.#doubleQuoted();
    if (sign === '`' || this.#line.startsWith('$(', this.#at)) return this.#substitution();
    if (sign === '#' && this.#word === null) return this.#comment();
    if (sign === '>' || sign === '<') return this.#redirection();
    if (sign === ' ' || sign === '\t') {
      this.#endWord();
      this.#at++;
    } else if (this.#isOperator(sign)) {
      this.#endCommand();
      this.#at++;
      if (sign === '\n') this.#texts();
    } else this.#take(sign, 1);
  }

  /** Braces and `!` are separators only as words of their own. Inside a word they are ordinary characters. */
  #isOperator(sign: string): boolean {
    if (!OPERATORS.has(sign)) return false;
    if (sign !== '{' && sign !== '}' && sign !== '!') return true;
    const next = this.#line[this.#at + 1] ?? ' ';
    return this.#word === null && /\s|;/.test(next);
  }

  #take(text: string, length: number): void {
    this.#word = (this.#word ?? '') + text;
    this.#at += length;
  }

  #quoted(quote: string): void {
    const end = this.#line.indexOf(quote, this.#at + 1);
    const stop = end < 0 ? this.#line.length : end;
    this.#take(this.#line.slice(this.#at + 1, stop), stop + 1 - this.#at);
  }

  #doubleQuoted(): void {
    this.#take('', 1);
    while (this.#at < this.#line.length && this.#line[this.#at] !== '"') {
      if (this.#line[this.#at] === '\\') this.#take(this.#line[this.#at + 1] ?? '', 2);
      else if (this.#line[this.#at] === '`' || this.#line.startsWith('$(', this.#at)) this.#substitution();
      else this.#take(this.#line[this.#at] ?? '', 1);
    }
    this.#at++;
  }

  /** Commands in `$( )` or backticks are started too. */
  #substitution(): void {
    const ticks = this.#line[this.#at] === '`';
    const start = this.#at + (ticks ? 1 : 2);
    const end = ticks ? this.#line.indexOf('`', start) : this.#closing(start);
    const stop = end < 0 ? this.#line.length : end;
    if (this.#depth < MAX_DEPTH)
      this.#commands.push(...new Reader(this.#line.slice(start, stop), this.#depth + 1).read());
    this.#take('', stop + 1 - this.#at);
  }

  #closing(start: number): number {
    let depth = 1;
    for (let at = start; at < this.#line.length; at++) {
      if (this.#line[at] === '(') depth++;
      if (this.#line[at] === ')' && --depth === 0) return at;
    }
    return -1;
  }

  #comment(): void {
    const end = this.#line.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#line.length : end;
  }

  /** `2>&1`, `> file`, `<<< text`: neither the sign nor its target is an argument. */
  #redirection(): void {
    if (this.#word !== null && /^\d+$/.test(this.#word)) this.#word = null;
    this.#endWord();
    const start = this.#at;
    while (/[<>&]/.test(this.#line[this.#at] ?? '')) this.#at++;
    const isText = this.#line.slice(start, this.#at) === '<<';
    if (isText && this.#line[this.#at] === '-') this.#at++;
    this.#redirected = isText ? 'text' : 'file';
  }

  /** Here-documents: lines that a command reads and that start nothing. */
  #texts(): void {
    for (const word of this.#textEnds.splice(0)) {
      while (this.#at < this.#line.length) {
        const newline = this.#line.indexOf('\n', this.#at);
        const end = newline < 0 ? this.#line.length : newline;
        const line = this.#line.slice(this.#at, end);
        this.#at = end + 1;
        if (line.replace(/^\t+/, '') === word) break;
      }
    }
  }

  #endWord(): void {
    if (this.#word === null) return;
    if (this.#redirected === 'no') this.#words.push(this.#word);
    else if (this.#redirected === 'text') this.#textEnds.push(this.#word);
    this.#redirected = 'no';
    this.#word = null;
  }

  #endCommand(): void {
    this.#endWord();
    this.#redirected = 'no';
    if (this.#words.length > 0) this.#commands.push({ words: this.#words });
    this.#words = [];
  }
}
