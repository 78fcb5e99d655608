import { DIRECTIVE_HELP_KOREAN } from './directive-help.ts';
import { longText } from './long-text.ts';
import { pickSnippet } from './snippets.ts';
import type { ProblemKind } from './script-problem.ts';
import type { Subject } from './topics.ts';
import { clip, type Facts, fence, firstLine, listed, numbered, quote, type Words } from './words.ts';

function seen(facts: Facts): string {
  const lines = [
    facts.answers > 0
      ? `이 대화의 ${facts.said.length}번째 메시지예요. 앞선 답변 ${facts.answers}개도 대화 전체와 함께 받았어요.`
      : '이 대화의 첫 메시지예요.',
  ];
  if (facts.attachments > 0)
    lines.push(
      `파일 ${facts.attachments}개를 첨부했네요. 실제 모델이라면 내용을 보겠지만, 저는 파일이 있다는 것만 알아요.`,
    );
  return lines.join(' ');
}

const SUBJECTS: Readonly<Record<Subject, string>> = {
  baton: 'Baton 소개',
  markdown: '마크다운',
  code: '코드',
  math: '수식',
  table: '표',
  long: '긴 글',
  tools: '이 요청의 도구',
  recall: '지금까지의 메시지',
  summary: '다음 모델에 넘길 요약',
  help: '연습 모델로 할 수 있는 일',
  hello: '인사',
  thanks: '감사 인사',
  general: '준비된 답변이 없는 내용',
};

const PROBLEMS: Readonly<Record<ProblemKind, (about: string) => string>> = {
  unknown: () => '없는 명령이에요',
  number: () => '숫자가 필요해요',
  address: () => '주소가 필요해요',
  pages: () => '2-3처럼 쪽수가 필요해요',
  block: () => '영어 소문자로 된 단어가 필요해요',
  topic: () => '없는 주제예요',
  fault: (known) => `없는 오류예요. 쓸 수 있는 오류: ${known}`,
  option: (option) => `\`${option}\`: 없는 옵션이에요`,
  'tool-name': (rest) => (rest === '' ? '도구 이름이 필요해요' : `${rest} 앞에 도구 이름이 필요해요`),
  arguments: (tool) => `${tool} 도구의 인수가 JSON 객체가 아니에요`,
};

export const KOREAN: Words = {
  notice: (facts) =>
    `> **연습이에요.** ${facts.label} 모델은 이 컴퓨터에서 정해진 답변만 해요. 키도 필요 없고 아무것도 밖으로 보내지 않아요. 프로토콜부터 저장까지 나머지는 모두 실제와 같아요. 무엇을 할 수 있는지 보려면 \`!도움말\`을 입력하세요.`,

  baton: () => `**Baton**은 대화 도중에 모델을 바꿀 수 있는 채팅 앱이에요.

1. **어떤 대화든 어느 업체로나 이어져요.** 생각, 도구 호출, 도중에 끊긴 답변까지 다음 모델이 받을 수 있는 형식으로 보내고, 무엇을 바꿨는지 보여 줘요.
2. **아무것도 잃지 않아요.** 답변은 도착하는 대로 저장되고, 분기와 수정 내용과 서명도 그대로 남아요.
3. **동의 없이 실행하거나 보내지 않아요.** 키는 화면에 노출되지 않고, 도구와 링크는 먼저 물어봐요.

지금 해 보세요. 무엇이든 물어본 다음, 입력창 아래에서 다른 연습 모델을 골라 대화를 이어 가세요. 키가 생기면 설정에 추가하고, 이 대화를 그대로 실제 모델과 이어 갈 수 있어요.`,

  markdown: () => `## 마크다운 둘러보기

텍스트는 **굵게**, *기울임*, ~~취소선~~, \`코드\`로 쓸 수 있고 [링크](https://commonmark.org)도 넣을 수 있어요.

### 목록

- 첫째
  - 그 아래
- 둘째

1. 하나
2. 둘

- [x] 여기까지 읽기
- [ ] 모델 바꾸기

> 인용은 두 줄에
> 걸칠 수 있어요.

### 표

| 부분 | 모델을 바꿀 때 | 보이는 모습 |
| --- | :---: | --- |
| 텍스트 | 그대로 | 마크다운 |
| 생각 | 생각한 모델에서만 | 접어서 |
| 도구 호출 | 그대로 | 실에 꿴 구슬 |

---

코드 한 줄:

${fence('const baton = pass(conversation);', 'js')}`,

  code: (facts) => {
    const snippet = pickSnippet(facts.question);
    return `${snippet.name} 코드예요.

${fence(snippet.code, snippet.language)}

그대로 복사해서 실행할 수 있어요. 다른 예를 보려면 언어(TypeScript, JavaScript, Python, Rust, Go, SQL, Bash)를 알려 주세요.`;
  },

  math: () => `$a \\neq 0$일 때 $ax^2 + bx + c = 0$의 근은 다음과 같아요.

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}
$$

합 하나와 적분 하나:

$$
\\sum_{k=1}^{n} k^2 = \\frac{n(n+1)(2n+1)}{6}
\\qquad
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
$$

문장 속의 행렬 $\\begin{pmatrix} 0 & 1 \\\\ 1 & 0 \\end{pmatrix}$은 두 좌표를 맞바꿔요. $5나 $10 같은 금액은 수식이 아니에요.`,

  table: () => `| 연습 모델 | 프로토콜 | 생각 | 생각이 묶이는 곳 |
| --- | --- | --- | --- |
| Practice Claude | Anthropic Messages | 적응형 | 앞선 내용 전부 |
| Practice Claude (manual) | Anthropic Messages | 예산제 | 블록 자신 |
| Practice GPT | OpenAI Responses | 강도 | 항목, 모델, 계정 |
| Practice Chat | Chat Completions | 강도 | 없음 |
| Practice Gemini | Gemini | 단계 | 도구 호출 |

모두 실제 업체가 거절하는 것을 똑같이 거절해요. 여기서 되는 대화는 제대로 전달된 거예요.`,

  long: (facts) => longText('ko', facts.length),

  tools: (facts) =>
    facts.tools.length === 0
      ? '이 요청에는 도구가 없어요. 설정에서 서버를 연결한 뒤 `!tool 이름 {"인수": 1}`을 입력하면 도구를 호출하고, `!parallel`을 쓰면 여러 개를 한꺼번에 호출해요.'
      : `이 요청에 포함된 도구예요.\n\n${facts.tools
          .slice(0, 40)
          .map((tool) => `- \`${tool.name}\`${tool.description ? `: ${firstLine(tool.description)}` : ''}`)
          .join('\n')}\n\n호출하려면 한 줄에 \`!tool ${facts.tools[0]?.name}\`만 입력하세요.`,

  recall: (facts) =>
    facts.said.length < 2
      ? '아직 이 메시지 하나뿐이에요. 나중에, 모델을 바꾼 뒤에도 다시 물어보세요.'
      : `메시지를 ${facts.said.length}개 보냈어요. 순서대로:\n\n${numbered(facts.said)}`,

  summary: (facts) =>
    `실제 모델이라면 요약하겠지만, 연습 모델은 받은 메시지를 나열해요.\n\n${numbered(facts.said.slice(0, -1))}`,

  help: () =>
    `무엇이든 물어보세요. *Baton*, *마크다운*, *코드*, *수식*, *표*, *도구*, *지금까지 한 말*에 대한 답변이 준비되어 있어요. \`!\`로 시작하는 줄로 답변을 정할 수 있어요. 한 줄에 하나씩 입력하세요.\n\n${fence(DIRECTIVE_HELP_KOREAN, 'text')}`,

  hello: (facts) =>
    `안녕하세요! ${facts.answers > 0 ? '지금까지의 대화를 모두 읽었어요. ' : ''}Baton이 무엇인지 묻거나, 코드나 수식이나 표를 보여 달라고 해 보세요. 메시지를 보낸 다음 다른 연습 모델로 바꾸면, 그 모델이 여기서부터 이어 가요.`,

  thanks: () => '천만에요. 언제든 다른 연습 모델로 바꿔 이 대화를 이어 가거나 `!도움말`을 입력해 보세요.',

  general: (facts) =>
    `${facts.question ? `이렇게 썼어요.\n\n${quote(facts.question)}\n\n` : ''}${seen(facts)}

그 질문에는 답할 수 없어요. 연습 모델은 정해진 답변만 하거든요. 대신 실제 모델처럼 동작해요. 생각하고, 스트리밍하고, 도구를 호출하고, 실패하기도 해요. 그래서 키를 추가하기 전에 Baton이 어떻게 동작하는지 볼 수 있어요.

- **코드**, **수식**, **표**, **마크다운**을 보여 달라고 해 보세요
- 다른 연습 모델로 바꾼 뒤 **지금까지 뭐라고 했는지** 물어보세요
- 나머지는 \`!도움말\`로 볼 수 있어요`,

  thinking: (facts, subject) => [
    `사용자의 메시지: ‘${firstLine(facts.question) || '지시어만'}’. ${seen(facts)}`,
    `주제는 ${SUBJECTS[subject]}. 한국어로 짧게 답하고, 연습이라는 점을 솔직하게 밝혀야 해요.`,
    '좋은 답변은 요점부터 말하고 나서 보여 줘요. 내용을 순서대로 놓고 빠진 것이 없는지 살펴볼게요.',
    '한 번 더 볼게요. 더 쉽게 말할 수 있을까요? 문장은 짧게, 내용은 하나씩.',
  ],

  calling: (names, round) =>
    `${round === 0 ? '도구를 호출할게요' : '도움이 됐어요. 이어서 도구를 더 호출할게요'}: ${listed(names)}`,
  thinkingOfCall: (names, round) =>
    `${round === 0 ? '이 일에 필요한 도구' : `${round + 1}번째 단계예요. 결과를 받았으니 다음에 필요한 도구`}: ${listed(names)}. ${names.length > 1 ? '서로 기다릴 필요가 없으니 한꺼번에 호출할게요.' : '이 단계에서는 한 번이면 충분해요.'}`,
  results: (results) =>
    `${results.length === 1 ? '도구가 보낸 결과예요' : `결과 ${results.length}개를 받았어요`}.\n\n${results
      .map((one) => `**\`${one.name}\`**${one.failed ? ' 실패' : ''}\n\n${fence(clip(one.text) || '(없음)', 'text')}`)
      .join(
        '\n\n',
      )}\n\n실제 모델이라면 이제 이 결과로 작업을 이어 가요. 연습 모델은 결과가 온전히 도착했다는 것만 보여 줘요.`,
  noSuchTool: (requested, facts) =>
    `\`${requested}\` 도구는 이 요청에 없어요.${facts.tools.length > 0 ? ` 있는 도구: ${listed(facts.tools.slice(0, 12).map((tool) => tool.name))}` : ' 요청에 도구가 하나도 없어요.'}`,
  problems: (problems) =>
    `${problems.map(({ line, why, about }) => `- \`${line}\`: ${PROBLEMS[why](about)}`).join('\n')}\n\n쓸 수 있는 명령은 \`!도움말\`로 볼 수 있어요.`,
  asksForPicture: /그림|그려|사진|이미지/,
  picture: (prompt) => `연습용 이미지예요: ${prompt}`,
  noPictures: '이 요청에서는 이미지를 만들 수 없어요. 입력창 옆의 **이미지 만들기**를 켜고 다시 요청해 주세요.',
  pictureRefused: '이미지 필터가 이 이미지를 거절했어요.',
  refusal: '연습용 거절이에요. 다른 것을 물어보면 대화를 이어 갈 수 있어요.',
};
