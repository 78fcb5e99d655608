/** What `!help` prints: the directives of script/parse-script.ts, which explains them in full. */
export const DIRECTIVE_HELP = `!show TOPIC                     baton, markdown, code, math, table, long, tools, recall
!echo TEXT                      answer with TEXT
!long 5000                      about so many characters
!think 3                        paragraphs of thinking
!redacted                       add thinking that nobody may read
!speed 40                       characters per second, 0 = at once
!bytes 3                        network chunks of so many bytes
!tool NAME {"json": 1}          call a tool; several lines are several rounds
!parallel A {"x": 1} B {"y": 2} call several at once
!refuse                         decline to answer
!fault 429 retry-after=2        the vendor's own error: 400 401 402 403 404 408 413 429 500 502 503 504 529
!fault overflow                 the conversation is too long
!fault reset after=200          the connection breaks (also: cut, stall)
!fault malformed after=100      a broken event (also: error-event)
!fault empty                    no content (also: refusal, max_tokens, cut-args)
!fault slow ms=5000             late headers (also: headers = never, offline)
  times=1                       fail once, then work
  round=1                       fail in the second round of a tool loop`;
