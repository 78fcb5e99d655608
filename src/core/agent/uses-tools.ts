/** Whether a conversation offers tools: all that are switched on, or only those for the web. */
export function usesTools(tools: { on: boolean; web?: boolean } | undefined): boolean {
  return tools !== undefined && (tools.on || tools.web === true);
}
