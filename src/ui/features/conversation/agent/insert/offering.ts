import type { OfferedPrompt, OfferedResource, OfferedTemplate, ServerOfferings } from '#tools/offerings.ts';

/** A resource or prompt, with its server's id and name. */
export type Offering = { key: string; server: string; label: string } & (
  | ({ kind: 'resource' } & OfferedResource)
  | ({ kind: 'template' } & OfferedTemplate)
  | ({ kind: 'prompt' } & OfferedPrompt)
);

export interface OfferingField {
  name: string;
  description: string;
  required: boolean;
}

/** Prompts first: servers have few prompts but hundreds of resources. */
export function offeringsOf({ server, label, prompts, resources, templates }: ServerOfferings): Offering[] {
  const of = { server, label };
  return [
    ...prompts.map((one): Offering => ({ ...one, ...of, kind: 'prompt', key: `${server} prompt ${one.id}` })),
    ...templates.map((one): Offering => ({
      ...one,
      ...of,
      kind: 'template',
      key: `${server} template ${one.template}`,
    })),
    ...resources.map((one): Offering => ({ ...one, ...of, kind: 'resource', key: `${server} resource ${one.uri}` })),
  ];
}

/** The arguments that are needed before it can be read. */
export function fieldsOf(offering: Offering): readonly OfferingField[] {
  if (offering.kind === 'prompt') return offering.fields;
  if (offering.kind === 'resource') return [];
  return offering.variables.map((name) => ({ name, description: '', required: true }));
}

/** Those whose name, address or description contains every word of the search. */
export function findOfferings(all: readonly Offering[], search: string): Offering[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((one) => {
    const address = one.kind === 'resource' ? one.uri : one.kind === 'template' ? one.template : one.id;
    const text = `${one.name} ${address} ${one.description} ${one.label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
