const SEPARATOR = '__';

/** The name under which a model knows a tool. The normalizer handles the vendors' own rules for names. */
export function toToolName(server: string, tool: string): string {
  return `${server}${SEPARATOR}${tool}`;
}

/** Reverses `toToolName` for every server id (contract/mcp.ts): none has two underscores in a row or one at the end. A name without a server is Baton's own tool. */
export function splitToolName(name: string): { server: string | null; tool: string } {
  const at = name.indexOf(SEPARATOR);
  return at <= 0
    ? { server: null, tool: name }
    : { server: name.slice(0, at), tool: name.slice(at + SEPARATOR.length) };
}

const OWN_SERVER = /^builtin_.+_server$/;

/** The name of a tool where no language and no server's label is known: `edit`, or `notes · add` of another's server. */
export function readableToolName(name: string): string {
  const { server, tool } = splitToolName(name);
  return server === null || OWN_SERVER.test(server) ? tool : `${server} · ${tool}`;
}
