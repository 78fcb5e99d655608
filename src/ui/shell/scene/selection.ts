/** The conversations that the next action applies to, and the start of a range. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const NONE_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Adds or removes one; a range starts here. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Selects everything from the start of the range (`from` if there is none) to here, in list order. */
export function extended(selection: Selection, order: readonly string[], from: string, to: string): Selection {
  const anchor = selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : from;
  const [start, end] = [order.indexOf(anchor), order.indexOf(to)].toSorted((a, b) => a - b);
  return { ids: new Set(order.slice(start, (end ?? -1) + 1)), anchor };
}

export function allSelected(order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: order[0] ?? null };
}

/** Without conversations that are no longer in the list, so that no action affects hidden ones. */
export function onlyListed(selection: Selection, order: readonly string[]): Selection {
  const listed = new Set(order);
  if ([...selection.ids].every((id) => listed.has(id))) return selection;
  return { ...selection, ids: new Set([...selection.ids].filter((id) => listed.has(id))) };
}
