/** What `import.meta.glob` found in the folders of the languages, by the folder's name. */
export const byFolder = <T>(found: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(found).map(([path, value]) => [path.split('/')[1] ?? '', value]));
