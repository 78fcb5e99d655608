/** What Baton reads of npm's CycloneDX 1.5, and changes. */
interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  scope?: string;
  properties?: { name: string; value: string }[];
  [more: string]: unknown;
}

export interface Bom {
  metadata: { component: Component; [more: string]: unknown };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
  [more: string]: unknown;
}

/** npm's word for what `devDependencies` bring, as everything does here (docs/decisions/0005-bundled-dependencies.md). */
const DEVELOPMENT = 'cdx:npm:package:development';

/** Names of the packages that a source imports. */
export function importsOf(source: string): string[] {
  const specifiers = source.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\bresolve\(\s*)['"]([@\w][\w@./-]*)['"]/g);
  return [...specifiers].flatMap(([, specifier = '']) => {
    if (/^[a-z]+:/.test(specifier)) return [];
    const [scope = '', name = ''] = specifier.split('/');
    return [scope.startsWith('@') ? `${scope}/${name}` : scope];
  });
}

/**
 * npm takes every package for one of development, since all are bundled. Here those that the app's own code imports, with all
 * that these depend on, are required; the others build and test it, and none of their code is shipped.
 */
export function scopeBom(bom: Bom, name: string, imported: ReadonlySet<string>): Bom {
  const dependsOn = new Map(bom.dependencies.map(({ ref, dependsOn: on = [] }) => [ref, on]));
  const named = new Map(bom.components.map((one) => [one['bom-ref'], one]));
  const { component } = bom.metadata;
  const shipped = new Set<string>();
  const ship = (ref: string): void => {
    if (shipped.has(ref)) return;
    shipped.add(ref);
    for (const next of dependsOn.get(ref) ?? []) ship(next);
  };
  for (const ref of dependsOn.get(component['bom-ref']) ?? []) if (imported.has(named.get(ref)?.name ?? '')) ship(ref);
  return {
    ...bom,
    // npm names it after the folder that it stands in.
    metadata: { ...bom.metadata, component: { ...component, name } },
    components: bom.components.map(({ properties = [], ...one }) => {
      const kept = properties.filter((property) => property.name !== DEVELOPMENT);
      const scope = shipped.has(one['bom-ref']) ? 'required' : 'excluded';
      return { ...one, scope, ...(kept.length > 0 && { properties: kept }) };
    }),
  };
}
