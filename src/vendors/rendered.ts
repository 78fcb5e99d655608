/** A request in a vendor's wire form, before an SDK has touched it. */
export interface Rendered<Body> {
  body: Body;
  headers: Record<string, string>;
}
