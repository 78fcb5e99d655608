import { z } from 'zod';
import type { ConsentGiven } from '#contract/consent-given.ts';
import type { Endpoint, Endpoints, Method, ParamNames, ParamValue } from '#contract/endpoint.ts';
import { HostError } from './problem.ts';
import { readBytes, readJson } from './read-body.ts';
import { type Route, type RouteCall, json, noContent } from './route.ts';

/** What a handler receives, read by the schemas of its endpoint. */
export interface EndpointCall<E extends Endpoint> {
  params: { [Name in ParamNames<E>[number]]: ParamValue<E, Name> };
  query: E extends { query: infer Query extends z.core.$ZodType } ? z.output<Query> : undefined;
  body: E extends { body: infer Body }
    ? Body extends z.core.$ZodType
      ? z.output<Body>
      : Uint8Array<ArrayBuffer>
    : undefined;
  /** Proof that the user approved the call in a known window. */
  given: E extends { by: 'gesture' } ? ConsentGiven : undefined;
  request: Request;
}

type Answer<E extends Endpoint> = E extends { answer: infer A }
  ? A extends z.core.$ZodType
    ? z.input<A>
    : Response
  : Response | undefined | void;

export type Handler<E extends Endpoint> = (call: EndpointCall<E>) => Answer<E> | Promise<Answer<E>>;

/** One handler for every endpoint. */
export type Handlers<Group extends Endpoints> = { [Name in keyof Group]: Handler<Group[Name]> };

/** Throws unless the user approved the request (KnownWindows.answering). */
type RequireApproval = (request: Request) => ConsentGiven;

const NO_JSON: ReadonlySet<unknown> = new Set(['blob', 'stream', undefined]);

/** The routes of a group in the order of its endpoints. Requests are read and answered here, and nowhere else. */
export function toRoutes<Group extends Endpoints>(
  group: Group,
  handlers: Handlers<Group>,
  requireApproval: RequireApproval,
): Route[] {
  const routes = new Map<string, Route>();
  for (const [name, endpoint] of Object.entries(group)) {
    const [method, path] = endpoint.route.split(' ') as [Method, string];
    const route = routes.get(path) ?? { path, methods: {} };
    routes.set(path, route);
    const handle = handlers[name] as Handler<Endpoint>;
    route.methods[method] = async (call) => {
      const answer: unknown = await handle((await readCall(endpoint, call, requireApproval)) as EndpointCall<Endpoint>);
      if (answer instanceof Response) return answer;
      return NO_JSON.has(endpoint.answer) ? noContent() : json(answer, endpoint.status);
    };
  }
  return [...routes.values()];
}

async function readCall(endpoint: Endpoint, { request, param }: RouteCall, requireApproval: RequireApproval) {
  const names = [...endpoint.route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, readText(endpoint.params?.[name], param(name))]));
  const query = endpoint.query && readText(endpoint.query, Object.fromEntries(new URL(request.url).searchParams));
  const body = endpoint.body && (await readBody(endpoint.body, request, endpoint.limit));
  const given = endpoint.by === 'gesture' ? requireApproval(request) : undefined;
  return { params, query, body, given, request };
}

function readText(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema) return value;
  const read = z.safeParse(schema, value);
  if (!read.success) throw new HostError('bad_request', read.error.issues[0]?.message);
  return read.data;
}

function readBody(body: z.core.$ZodType | 'bytes', request: Request, limit: number | undefined): Promise<unknown> {
  return body === 'bytes' ? readBytes(request, limit) : readJson(request, body, limit);
}
