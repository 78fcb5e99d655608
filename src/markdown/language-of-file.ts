/** Grammars that have another name than the end of their files. */
const OTHERS: Readonly<Record<string, string>> = {
  cjs: 'javascript',
  mjs: 'javascript',
  cts: 'typescript',
  mts: 'typescript',
  htm: 'html',
  svg: 'xml',
  vue: 'html',
  svelte: 'html',
  hpp: 'cpp',
  hh: 'cpp',
  h: 'c',
  env: 'ini',
  cfg: 'ini',
  conf: 'ini',
  zsh: 'bash',
  fish: 'bash',
};

/** What highlights a file of this name; '' for a name without an end. It may have no grammar. */
export function languageOfFile(path: string): string {
  const name = (path.split(/[/\\]/).at(-1) ?? '').toLowerCase();
  if (name === 'dockerfile' || name === 'makefile') return name;
  const end = /\.([a-z0-9+#]{1,12})$/.exec(name)?.[1] ?? '';
  return Object.hasOwn(OTHERS, end) ? (OTHERS[end] ?? '') : end;
}
