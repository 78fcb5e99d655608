/** `!help` in other languages. */
export const HELP_NAMES = ['도움말', 'ヘルプ'] as const;

/** The text of `!help`: the directives of script/parse-script.ts, which documents them in full. */
export const DIRECTIVE_HELP = `!show TOPIC                     baton, markdown, code, math, table, long, tools, recall
!echo TEXT                      answer with TEXT
!long 5000                      about this many characters
!think 3                        paragraphs of thinking
!redacted                       add encrypted thinking
!speed 40                       characters per second, 0 = at once
!bytes 3                        network chunks of this many bytes
!tool NAME {"json": 1}          call a tool; several lines are several rounds
!parallel A {"x": 1} B {"y": 2} call several at once
!search WORDS                   a search by the vendor itself, if the request offers it (!pause: stop in the middle)
!fetch ADDRESS                  a page that the vendor reads (!run CODE: code that it runs)
!tool-fault unavailable         its tools fail (!together: they wait for tools of the request)
!pages 2-3                      cite pages of the first PDF, if the request allows it
!picture WORDS                  make an image, if the request allows it
!block                          a block no client knows and the vendor doesn’t accept back
!refuse                         decline to answer
!fault 429 retry-after=2        the vendor's own error: 400 401 402 403 404 408 413 429 500 502 503 504 529
!fault overflow                 the conversation is too long
!fault model                    the vendor does not have this model
!fault 204                      no content (also: 205, 304; login = a sign-in page; json = no stream)
!fault signature                refused as such: binding modified thinking-order thinking-disabled prefill
                                tool-result empty-content unavailable-tool tool-schema
!fault reset after=200          the connection breaks (also: cut, stall)
!fault malformed after=100      a broken event (also: error-event, failed)
!fault empty                    an empty answer (also: thoughts, refusal, blocked, max_tokens, window, cut-args)
!fault moderation               the filter refuses the image
!fault slow ms=5000             late headers (also: headers = never, offline)
  times=1                       fail once, then work
  round=1                       fail in the second round of a tool loop
  in=thinking                   count the characters of the thinking`;

export const DIRECTIVE_HELP_KOREAN = `!show 주제                      baton, markdown, code, math, table, long, tools, recall
!echo 텍스트                    그 텍스트로 답변
!long 5000                      대략 그 글자 수만큼
!think 3                        생각의 문단 수
!redacted                       아무도 읽을 수 없는 생각 추가
!speed 40                       1초에 보낼 글자 수, 0 = 한꺼번에
!bytes 3                        네트워크 조각의 바이트 수
!tool 이름 {"json": 1}          도구 호출, 여러 줄이면 여러 단계
!parallel A {"x": 1} B {"y": 2} 한꺼번에 여러 개 호출
!search 검색어                  요청이 허용하면 업체가 직접 하는 검색 (!pause: 도중에 멈춤)
!fetch 주소                     업체가 직접 읽는 페이지 (!run 코드: 직접 실행하는 코드)
!tool-fault unavailable         업체의 도구가 실패 (!together: 요청의 도구를 기다림)
!pages 2-3                      요청이 허용하면 첫 PDF의 쪽수 인용
!picture 설명                   이미지 만들기, 요청에서 켰을 때
!block                          어떤 앱도 모르고 다시 받지도 않는 블록
!refuse                         답변 거절
!fault 429 retry-after=2        업체의 오류 그대로: 400 401 402 403 404 408 413 429 500 502 503 504 529
!fault overflow                 대화가 너무 김
!fault model                    업체에 없는 모델
!fault 204                      내용 없는 응답 (또는 205, 304, login = 로그인 페이지, json = 스트림 아님)
!fault signature                이런 이유로 거절: binding modified thinking-order thinking-disabled prefill
                                tool-result empty-content unavailable-tool tool-schema
!fault reset after=200          연결이 끊김 (또는 cut, stall)
!fault malformed after=100      깨진 이벤트 (또는 error-event, failed)
!fault empty                    빈 답변 (또는 thoughts, refusal, blocked, max_tokens, window, cut-args)
!fault moderation               이미지 필터가 이미지를 거절
!fault slow ms=5000             늦은 헤더 (또는 headers = 끝까지 안 옴, offline)
  times=1                       한 번 실패한 뒤 성공
  round=1                       도구를 쓰는 두 번째 단계에서 실패
  in=thinking                   생각의 글자 수로 계산`;

export const DIRECTIVE_HELP_JAPANESE = `!show トピック                   baton, markdown, code, math, table, long, tools, recall
!echo テキスト                   そのテキストで回答する
!long 5000                      およその文字数
!think 3                        思考の段落数
!redacted                       読めない思考を加える
!speed 40                       1秒あたりの文字数、0 = 一度に全部
!bytes 3                        ネットワークで一度に届くバイト数
!tool 名前 {"json": 1}           ツールを呼び出す。複数行なら複数回に分ける
!parallel A {"x": 1} B {"y": 2} 複数を同時に呼び出す
!search 検索語                   要求が許せば、プロバイダーが自分で検索（!pause: 途中で止まる）
!fetch アドレス                  プロバイダーが自分で読むページ（!run コード: 自分で実行するコード）
!tool-fault unavailable         プロバイダーのツールが失敗（!together: 要求のツールを待つ）
!pages 2-3                      要求が許せば、最初のPDFのページを引用
!picture 説明                    要求が許せば、画像を作成
!block                          どのアプリも知らず、送り返せないブロック
!refuse                         回答を断る
!fault 429 retry-after=2        プロバイダーのエラーのまま: 400 401 402 403 404 408 413 429 500 502 503 504 529
!fault overflow                 会話が長すぎる
!fault model                    プロバイダーにないモデル
!fault 204                      内容のない応答（ほかに205, 304, login = サインインページ, json = 一括）
!fault signature                この理由で拒否: binding modified thinking-order thinking-disabled prefill
                                tool-result empty-content unavailable-tool tool-schema
!fault reset after=200          接続が切れる（ほかにcut, stall）
!fault malformed after=100      壊れたイベント（ほかにerror-event, failed）
!fault empty                    空の回答（ほかにthoughts, refusal, blocked, max_tokens, window, cut-args）
!fault moderation               画像フィルターが拒否
!fault slow ms=5000             ヘッダーが遅れる（ほかにheaders = 届かない, offline）
  times=1                       1回失敗してから成功
  round=1                       ツールを使う2回目で失敗
  in=thinking                   思考の文字数で数える`;
