/** The name of a tool as people read and type it: `workspace.edit` for `builtin_workspace_server__edit`. */
export function toolLabel(name: string): string {
  const at = name.indexOf('__');
  if (at <= 0) return name;
  const server = /^builtin_(.+)_server$/.exec(name.slice(0, at))?.[1] ?? name.slice(0, at);
  return `${server}.${name.slice(at + 2)}`;
}
