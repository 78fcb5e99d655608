/** A request in the vendor's own wire form: the body as it will travel, and headers beside the SDK's. */
export interface Rendered<Body> {
  body: Body;
  headers: Record<string, string>;
}
