/** The call that changes files. */
export interface ChangingCall {
  session: string;
  /** The page's ids of the run and of the call; empty where it named none. */
  run: string;
  call: string;
}
