import { expect, it } from 'vitest';
import { componentScript } from '#build/lint/component-script.js';

it('keeps everything in the script of a component at its line and column', () => {
  const script = componentScript(
    '<template>\n  <p v-if="a > b">{{ label }}</p>\n</template>\n' +
      '<script setup lang="ts" generic="Value extends Record<string, number>, Other">\n' +
      "import { ref } from 'vue';\n  const label = ref<Value>();\n</script>\n",
  );
  expect(script.split('\n').map((line) => line.trimEnd())).toEqual([
    '',
    '',
    '',
    `${' '.repeat(25)}type Value=Record<string, number>;type Other=unknown;`,
    "import { ref } from 'vue';",
    '  const label = ref<Value>();',
    '',
    'export {};',
    '',
  ]);
});

it('makes a module of a component without a script', () => {
  expect(componentScript('<template>\n  <hr />\n</template>\n').trim()).toBe('export {};');
});
