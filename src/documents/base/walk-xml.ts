import { Parser } from 'htmlparser2';
import { DocumentError } from './document.ts';
import { MAX_DEPTH } from './limits.ts';

export interface XmlHandlers {
  /** `name` is without its prefix; attributes are named both with and without theirs. */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/**
 * Reads XML in one pass, without a tree. Throws a DocumentError for a document type, which can define entities that
 * expand without end, and for elements that nest too deep.
 */
export function walkXml(xml: string, { open, text, close }: XmlHandlers): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (depth > MAX_DEPTH) throw new DocumentError('too-large', `elements nest deeper than ${MAX_DEPTH}`);
        open?.(local(name), withLocalNames(attributes));
      },
      ontext: (data) => text?.(data),
      onclosetag(name) {
        depth--;
        close?.(local(name));
      },
      onprocessinginstruction(name) {
        if (/^!doctype/i.test(name)) throw new DocumentError('damaged', 'has a document type');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function withLocalNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const named: Record<string, string> = { ...attributes };
  for (const [name, value] of Object.entries(attributes)) named[local(name)] ??= value;
  return named;
}
