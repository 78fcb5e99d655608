import type { Connection } from '#contract/connection.ts';
import type { NewConnection } from '#contract/own-connections.ts';
import { isOwnHeader, MAX_OWN_HEADERS } from '#core/own-headers.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { serviceAt, type Service } from '#core/vendors/services.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { checkEndpoint, type EndpointProblem } from './check-endpoint.ts';

/** A server with an address of its own, a resource of Azure, or another key of a vendor. */
export type ConnectionKind = 'own' | 'azure' | Vendor;

/** What the user has typed. */
export interface ConnectionDraft {
  kind: ConnectionKind;
  name: string;
  url: string;
  protocol: Protocol;
  /** Of Azure: names separated by commas or spaces. */
  deployments: string;
  apiVersion: string;
  organization: string;
  project: string;
  /** One header a line. */
  headers: string;
}

export interface DraftProblems {
  name?: 'empty' | 'taken';
  url?: EndpointProblem;
  deployments?: 'empty';
  /** The number of the first line that can't be sent. */
  headers?: number;
}

/** What the user left empty, as the fields of the form expect it. */
export const EMPTY_DRAFT: ConnectionDraft = {
  kind: 'own',
  name: '',
  url: '',
  protocol: 'openai-chat',
  deployments: '',
  apiVersion: '',
  organization: '',
  project: '',
  headers: '',
};

/** What a connection of the user's own was made from. Its kind stays, so its address is read as one of that kind. */
export function toDraft({ label, vendor, protocol, baseUrl, auth, models, apiVersion, headers }: Connection) {
  const another = VENDOR_TABLE[vendor].baseUrl === baseUrl && VENDOR_TABLE[vendor].protocol === protocol;
  const kind: ConnectionKind = auth === 'api-key' ? 'azure' : another ? vendor : 'own';
  const draft: ConnectionDraft = {
    ...EMPTY_DRAFT,
    kind,
    name: label,
    url: baseUrl,
    protocol,
    deployments: (models ?? []).join(', '),
    apiVersion: apiVersion ?? '',
  };
  for (const [name, value] of Object.entries(headers ?? {})) {
    const field = hasOrganization(draft) ? ORGANIZATION[name.toLowerCase()] : undefined;
    if (field) draft[field] = value;
    else draft.headers += `${name}: ${value}\n`;
  }
  return draft;
}

/** Whether the draft leads to another server than the connection. The host then removes its key. */
export function leavesServer(draft: ConnectionDraft, { baseUrl }: Connection): boolean {
  const url = urlOf(draft);
  return URL.canParse(url) && new URL(url).origin !== new URL(baseUrl).origin;
}

const isVendor = (kind: ConnectionKind): kind is Vendor => kind !== 'own' && kind !== 'azure';

/** The service whose address is typed. */
export const serviceOf = ({ kind, url }: ConnectionDraft): Service | undefined =>
  kind === 'own' ? serviceAt(url) : undefined;

/** What changes with a kind, or with a service to fill in. A name that the user typed stays. */
export function chooseKind(draft: ConnectionDraft, to: ConnectionKind | Service): Partial<ConnectionDraft> {
  const before = serviceOf(draft);
  const typed = draft.name.trim() === '' || draft.name === before?.name ? '' : draft.name;
  if (typeof to === 'object')
    return { kind: 'own', protocol: to.protocol, url: to.baseUrl, name: typed === '' ? to.name : typed };
  return {
    kind: to,
    protocol: to === 'azure' ? 'openai-responses' : 'openai-chat',
    name: typed,
    ...(before && { url: '' }),
  };
}

/** The protocol that the connection will speak. */
export const protocolOf = ({ kind, protocol }: ConnectionDraft): Protocol =>
  isVendor(kind) ? VENDOR_TABLE[kind].protocol : protocol;

/** Whether organization and project, as OpenAI has them, can be sent. */
export const hasOrganization = (draft: ConnectionDraft): boolean =>
  draft.kind === 'openai' || (draft.kind === 'own' && draft.protocol.startsWith('openai'));

/**
 * Azure's portal shows the endpoint of a resource, and addresses of one deployment with all its parameters. Either
 * becomes a base URL: that of the v1 API, that of Claude's deployments, or that of one deployment, which needs the
 * version in its address. `protocol`: what a resource is asked in. Other addresses have one of their own.
 */
export function readAzureAddress(text: string, protocol: Protocol) {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { url: trimmed, apiVersion: '', deployment: '', protocol };
  const { origin, pathname, searchParams, username, password } = new URL(trimmed);
  const path = /^(.*\/openai\/deployments\/([^/]+))(?:\/|$)/.exec(pathname);
  const claude = /^(.*\/anthropic)(?:\/|$)/.exec(pathname);
  const v1 = /^(.*\/openai\/v1)(?:\/|$)/.exec(pathname);
  const base = (path ?? claude ?? v1)?.[1] ?? (protocol === 'anthropic' ? '/anthropic' : '/openai/v1');
  return {
    url: username || password ? trimmed : `${origin}${base}`,
    apiVersion: path ? (searchParams.get('api-version') ?? '') : '',
    deployment: decodeURIComponent(path?.[2] ?? ''),
    protocol: path ? 'openai-chat' : claude ? 'anthropic' : protocol,
  } as const;
}

const wordsOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))];

/** Headers that have fields of their own. */
const ORGANIZATION: Readonly<Record<string, 'organization' | 'project'>> = {
  'openai-organization': 'organization',
  'openai-project': 'project',
};

type Header = readonly [name: string, value: string];

/** The headers of the text, or the number of the first line that is none. */
function readHeaders(text: string): Header[] | number {
  const headers: Header[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const at = line.indexOf(':');
    const header: Header = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
    if (!isOwnHeader(...header) || headers.length === MAX_OWN_HEADERS) return index + 1;
    headers.push(header);
  }
  return headers;
}

const urlOf = (draft: ConnectionDraft): string => {
  const { kind, url, protocol } = draft;
  if (isVendor(kind)) return VENDOR_TABLE[kind].baseUrl;
  return kind === 'azure' ? readAzureAddress(url, protocol).url : url.trim();
};

/** What is wrong with a draft. `taken`: names in use. */
export function findDraftProblems(draft: ConnectionDraft, taken: readonly string[]): DraftProblems {
  const name = draft.name.trim().toLowerCase();
  const url = draft.url.trim() === '' && !isVendor(draft.kind) ? 'empty' : checkEndpoint(urlOf(draft));
  const headers = readHeaders(draft.headers);
  const lacksDeployment =
    draft.kind === 'azure' &&
    wordsOf(draft.deployments).length === 0 &&
    readAzureAddress(draft.url, draft.protocol).deployment === '';
  const nameProblem = name === '' ? 'empty' : taken.some((one) => one.toLowerCase() === name) ? 'taken' : null;
  return {
    ...(nameProblem && { name: nameProblem }),
    ...(url && { url }),
    ...(lacksDeployment && { deployments: 'empty' }),
    ...(typeof headers === 'number' && { headers }),
  };
}

/** The connection of a draft without problems, and without its key. */
export function toNewConnection(draft: ConnectionDraft): NewConnection {
  const { kind, name } = draft;
  const typed = readHeaders(draft.headers);
  const shown: Header[] = hasOrganization(draft)
    ? [
        ['OpenAI-Organization', draft.organization.trim()],
        ['OpenAI-Project', draft.project.trim()],
      ]
    : [];
  const headers = [...shown.filter(([, value]) => value !== ''), ...(typeof typed === 'number' ? [] : typed)];
  return {
    label: name.trim(),
    protocol: protocolOf(draft),
    baseUrl: urlOf(draft),
    ...(isVendor(kind) && { vendor: kind }),
    ...(kind === 'azure' && azureFields(draft)),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}

/** A deployment's own address names its deployment; the list of models is the catalog of all. */
function azureFields(draft: ConnectionDraft): Partial<NewConnection> {
  const { deployment, apiVersion: found, protocol } = readAzureAddress(draft.url, draft.protocol);
  // Only the addresses of OpenAI's models have versions.
  const version = protocol === 'anthropic' ? '' : draft.apiVersion.trim() || found;
  return {
    auth: 'api-key',
    protocol,
    models: deployment === '' ? wordsOf(draft.deployments) : [deployment],
    ...(version !== '' && { apiVersion: version }),
  };
}
