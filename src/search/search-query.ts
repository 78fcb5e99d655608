import type { Role } from '#core/message.ts';
import { foldText } from '#storage/title-search.ts';

export type HasFilter = 'tool' | 'thinking' | 'file' | 'image' | 'error';

export interface SearchFilters {
  vendor?: string;
  /** Folded; part of a model's id. */
  model?: string;
  role?: Role;
  having: HasFilter[];
  /** Folded; part of the name of a tool that was called or returned a result. */
  tool?: string;
  /** Milliseconds; the message was written at or after, or before it. */
  after?: number;
  before?: number;
  pinned?: true;
  /** Only archived sessions. */
  archived?: true;
  /** Folded; all of them must match. */
  tags?: string[];
  /** Folded; part of the name of a folder. Folders inside it are included. */
  folder?: string;
  /** Sessions in the trash instead of the others. */
  trash?: true;
  /** Only this session. */
  session?: string;
  /** Only messages on the path to this one. */
  leaf?: string;
}

export interface SearchQuery {
  /** Folded words and phrases. Each must occur. */
  terms: string[];
  filters: SearchFilters;
}

const ROLES: readonly Role[] = ['user', 'assistant', 'tool'];
const HAVING: readonly HasFilter[] = ['tool', 'thinking', 'file', 'image', 'error'];

/** A quoted phrase, `name:value`, `name:"a value"`, or a word. */
const TERM = /(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/giu;

/**
 * Parses the user's input: words, "phrases" and filters such as `vendor:anthropic role:user has:tool after:2026-01-31`.
 * Never fails: anything that is not a filter is a word, so `http://x` or `10:30` are searched literally.
 */
export function parseQuery(text: string): SearchQuery {
  const terms: string[] = [];
  const filters: SearchFilters = { having: [] };
  for (const [piece, name, phrase, word] of text.matchAll(TERM)) {
    const value = phrase ?? word ?? '';
    if (name !== undefined && value !== '' && readFilter(filters, name.toLowerCase(), value)) continue;
    const term = foldText(name === undefined ? value : piece.replaceAll('"', '')).trim();
    if (term !== '' && !terms.includes(term)) terms.push(term);
  }
  return { terms, filters };
}

export function isEmptyQuery({ terms, filters }: SearchQuery): boolean {
  return terms.length === 0 && !filtersByMessage(filters) && !filtersByOrganization(filters) && !filters.trash;
}

/** Whether the query asks something about the organization of sessions. */
export function filtersByOrganization({ pinned, archived, tags, folder }: SearchFilters): boolean {
  return Boolean(pinned) || Boolean(archived) || tags !== undefined || folder !== undefined;
}

/** Whether the query asks something besides words about messages. */
export function filtersByMessage({ vendor, model, role, having, tool, after, before }: SearchFilters): boolean {
  return [vendor, model, role, tool, after, before].some((one) => one !== undefined) || having.length > 0;
}

function readFilter(filters: SearchFilters, name: string, value: string): boolean {
  const folded = foldText(value);
  switch (name) {
    case 'vendor':
      filters.vendor = folded;
      return true;
    case 'model':
      filters.model = folded;
      return true;
    case 'tool':
      filters.tool = folded;
      return true;
    case 'tag':
      filters.tags = [...(filters.tags ?? []), folded];
      return true;
    case 'folder':
      filters.folder = folded;
      return true;
    case 'role':
      return take(ROLES, folded, (role) => (filters.role = role));
    case 'has':
      return take(HAVING, folded, (having) => filters.having.push(having));
    case 'is':
      if (folded === 'pinned') filters.pinned = true;
      else if (folded === 'deleted') filters.trash = true;
      else if (folded === 'archived') filters.archived = true;
      else return false;
      return true;
    case 'after':
      return takeDay(value, 0, (at) => (filters.after = at));
    case 'before':
      return takeDay(value, 0, (at) => (filters.before = at));
    case 'on':
      return takeDay(value, 0, (at) => (filters.after = at)) && takeDay(value, 1, (at) => (filters.before = at));
    default:
      return false;
  }
}

function take<T extends string>(allowed: readonly T[], value: string, set: (found: T) => void): boolean {
  const found = allowed.find((one) => one === value);
  if (found === undefined) return false;
  set(found);
  return true;
}

/** `2026-11`, `2026-11-21` in the user's own time zone. False when there is no such day. */
function takeDay(value: string, plusDays: number, set: (at: number) => void): boolean {
  const [, year, month, day = '1'] = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(value) ?? [];
  if (year === undefined || month === undefined) return false;
  const first = new Date(Number(year), Number(month) - 1, Number(day));
  if (first.getMonth() !== Number(month) - 1) return false;
  const isMonth = value.split('-').length === 2;
  set(
    plusDays === 0
      ? first.getTime()
      : new Date(Number(year), Number(month) - 1 + (isMonth ? 1 : 0), isMonth ? 1 : Number(day) + 1).getTime(),
  );
  return true;
}
