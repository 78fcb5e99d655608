import { SERVER_TOOLS, type ServerTool } from '#core/vendors/base/server-tools.ts';

/** Setting with the tools of a vendor's own that the user lets it use through one connection. */
export const serverToolsKey = (connectionId: string): string => `server-tools:${connectionId}`;

/** None unless the user chose some. Names of a later version are left alone. */
export function readServerTools(value: unknown): readonly ServerTool[] {
  return Array.isArray(value) ? SERVER_TOOLS.filter((name) => value.includes(name)) : [];
}

/** The setting with one tool switched. */
export function switchServerTool(value: unknown, name: ServerTool, on: boolean): unknown[] {
  const others = (Array.isArray(value) ? (value as unknown[]) : []).filter((one) => one !== name);
  return on ? [...others, name] : others;
}
