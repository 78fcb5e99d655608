import type { PackedDocument } from './packed-document.ts';
import { walkXml } from './walk-xml.ts';

/** What a part of an Office file refers to: the name of a file in the package by its relationship's id. */
export async function readRelationships(file: PackedDocument, part: string): Promise<ReadonlyMap<string, string>> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const xml = await file.read(`${folder}_rels/${part.slice(slash)}.rels`);
  const targets = new Map<string, string>();
  walkXml(xml ?? '', {
    open(name, { Id, Target, TargetMode }) {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined && TargetMode !== 'External')
        targets.set(Id, resolvePath(folder, Target));
    },
  });
  return targets;
}

/** The id of the relationship that an element names. It may have an `id` of its own, which has no prefix. */
export function relationshipOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

/** A path inside a package; `..` never leaves it. */
export function resolvePath(folder: string, target: string): string {
  const path: string[] = [];
  const from = target.startsWith('/') ? '' : folder;
  for (const step of `${from}${target}`.split('/'))
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  return path.join('/');
}
