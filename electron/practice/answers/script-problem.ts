/** Why a line is no directive. `about` is the word that is meant. */
export interface ScriptProblem {
  line: string;
  why: ProblemKind;
  about: string;
}

export type ProblemKind =
  | 'unknown'
  | 'number'
  | 'address'
  | 'pages'
  | 'block'
  | 'topic'
  | 'fault'
  | 'option'
  | 'tool-name'
  | 'arguments';
