/** A request in the vendor's own wire form: the body exactly as sent, and headers in addition to the SDK's. */
export interface Rendered<Body> {
  body: Body;
  headers: Record<string, string>;
}
