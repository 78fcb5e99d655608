import type { SyncPlace } from '#contract/sync.ts';
import { findPlaceProblems, type PlaceProblems } from './find-place-problems.ts';

export type PlaceKind = SyncPlace['kind'];
export type PlaceField = 'path' | 'url' | 'user' | 'secret' | 'bucket' | 'region' | 'accessKey' | 'prefix';

/** What the form says. */
export interface GivenPlace {
  place: SyncPlace;
  secret: string;
  problems: PlaceProblems;
}

export function readGivenPlace(kind: PlaceKind, form: FormData): GivenPlace {
  const text = (name: PlaceField): string => {
    const value = form.get(name);
    return typeof value === 'string' ? (name === 'secret' ? value : value.trim()) : '';
  };
  return {
    place: placeOf(kind, text),
    secret: kind === 'folder' ? '' : text('secret'),
    problems: findPlaceProblems(kind, text),
  };
}

function placeOf(kind: PlaceKind, text: (name: PlaceField) => string): SyncPlace {
  if (kind === 'folder') return { kind, path: text('path') };
  if (kind === 'webdav') return { kind, url: text('url'), user: text('user') };
  return {
    kind,
    url: text('url'),
    bucket: text('bucket'),
    region: text('region'),
    accessKey: text('accessKey'),
    prefix: text('prefix'),
  };
}
