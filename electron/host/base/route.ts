export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RouteCall {
  request: Request;
  /** Returns a decoded path parameter; a route never asks for one that is not in its path. */
  param: (name: string) => string;
}

export type RouteHandler = (call: RouteCall) => Promise<Response> | Response;

/** One path and its methods. Any other method is 405 (security.md S30). */
export interface Route {
  path: string;
  methods: Partial<Record<Method, RouteHandler>>;
}

export function json(value: unknown, status = 200): Response {
  return Response.json(value, { status });
}

export function noContent(): Response {
  return new Response(null, { status: 204 });
}
