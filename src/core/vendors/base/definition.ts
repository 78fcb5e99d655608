import type { MakeDialect } from './dialects.ts';
import type { ModelFacts, ThinkingSupport } from './model-facts.ts';
import type { Auth, Protocol } from './protocol.ts';

/** Everything that Baton knows about a vendor. Code outside of this folder reads it and names no vendor. */
export interface VendorDefinition {
  /** Its own name for itself. */
  readonly name: string;
  /** The label of its connection. */
  readonly label: string;
  readonly protocol: Protocol;
  /** Base URL of its own service, in the spelling that the SDK expects. */
  readonly baseUrl: string;
  readonly auth: Auth;
  /**
   * How its built-in connection reaches it now, where that isn't `protocol` and `baseUrl`: those are how it was reached
   * before, and how connections that users have added still do.
   */
  readonly builtIn?: { readonly protocol: Protocol; readonly baseUrl: string };
  /** Path and query of a cheap call that succeeds only with a valid key, where the protocol's usual one doesn't. */
  readonly test?: string;
  /** Absent for a vendor without keys. */
  readonly key?: VendorKey;
  readonly look: VendorLook;
  /** Its rules, by protocol. A protocol without a row has the protocol's own rules. */
  readonly dialects?: Readonly<Partial<Record<Protocol, MakeDialect>>>;
  /** What the name of a model reveals that isn't in `models`. Names are given in lower case. */
  readonly guess?: {
    /** Default: it does not think. */
    readonly thinking?: (id: string) => ThinkingSupport;
    /** Whether it accepts images: only if its entire family does. Default: no. */
    readonly images?: (id: string) => boolean;
    /** Whether it accepts tools. Default: yes. */
    readonly tools?: (id: string) => boolean;
  };
  /** Its embedding models, the one that is offered first in front. Absent if it has none. */
  readonly embeddings?: readonly string[];
  /** Its models that write speech down, the one that is offered first in front. Absent if it has none. */
  readonly transcription?: readonly string[];
  /** Empty when its own list names the models. */
  readonly models: readonly ModelFacts[];
}

interface VendorKey {
  /** Where the user gets one. */
  readonly url: string;
  /** The environment variable that its documentation names. */
  readonly variable: string;
  /**
   * Shapes of an entire key, by which a pasted one is recognized. No key has the shape of two vendors. Empty when the
   * keys have no shape of their own.
   */
  readonly shapes: readonly RegExp[];
  /** Shapes of a key within a text, which logs never show. Keys that begin with `sk-` need none. */
  readonly inText: readonly RegExp[];
}

export interface VendorLook {
  /** Path in a 12 x 12 box: a separate bead shape for each vendor, so that color is never the only difference. */
  readonly shape: string;
  /** CSS colors of its mark and thread, on light and on dark. Both need a contrast of 4.5:1 on every surface. */
  readonly light: string;
  readonly dark: string;
}
