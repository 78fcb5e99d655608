import { X509Certificate } from 'node:crypto';
import type { Authority } from '#contract/network.ts';
import { reasonText } from '#core/reasons.ts';
import { HostError } from '../base/problem.ts';

const PEM = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;

export interface StoredAuthority extends Authority {
  pem: string;
}

const nameOf = (subject: string): string => {
  const fields = new Map(subject.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
  return fields.get('CN') ?? fields.get('O') ?? subject.replaceAll('\n', ', ');
};

/** Every certificate of a PEM text, each once. Throws `bad_request` if there is none, or one that is no authority or has ended. */
export function readAuthorities(text: string, now: number): StoredAuthority[] {
  const blocks = text.match(PEM) ?? [];
  if (blocks.length === 0) throw new HostError('bad_request', reasonText('authority.none'));
  return [...new Set(blocks)].map((pem) => {
    const certificate = read(pem);
    const name = nameOf(certificate.subject);
    if (!certificate.ca) throw new HostError('bad_request', reasonText('authority.notOne', { name }));
    const until = certificate.validToDate.getTime();
    if (until <= now) throw new HostError('bad_request', reasonText('authority.ended', { name }));
    const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
    return { pem, name, fingerprint, until };
  });
}

function read(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new HostError('bad_request', reasonText('authority.none'), { cause: error });
  }
}
