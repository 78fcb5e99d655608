import type { ModelPrompts } from '#core/model-prompts.ts';

export const modelPrompts: ModelPrompts = {
  script: { name: 'Hangul', latinLetters: 2 },
  handoff: `이제 다른 모델이 이 대화를 이어받으며, 그 모델은 당신이 쓴 요약만 보게 됩니다. 지금 그 요약을 써 주세요. 다른 답은 하지 말고 도구도 쓰지 마세요.

대화에 나온 것 가운데 다음을 담아 주세요.
- 목표: 제가 이루려는 것과 그 까닭.
- 결정: 정한 것과 하지 않기로 한 것, 그 까닭.
- 사실: 아직 필요한 결과와 수치와 제약. 형식과 말투에 관한 제 바람도 넣습니다.
- 남은 일: 끝나지 않았거나 분명하지 않은 것, 그리고 다음 단계.

이름, 파일 경로, 명령, 주소, 식별자, 수치는 있는 그대로 옮겨 쓰세요. 없는 말은 지어내지 마세요. 머리말 없이 이 대화의 언어로 써 주세요.`,
  handoffLead: '지금까지의 대화를 요약한 내용입니다. 원래 메시지 대신 보냅니다.',
  title:
    '이 대화의 제목을 여섯 낱말 이내의 한국어로 지어 주세요. 따옴표와 마침표 없이 제목만 쓰고, 질문에는 답하지 마세요.',
  compactionNote: 'Write in Korean, except for the headings.',
};
