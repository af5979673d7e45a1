import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { billOfMaterials } from '#build/packaging/sbom.ts';

const component = (name: string) => ({ 'bom-ref': `${name}@1`, name, scope: 'optional' });
const all = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  metadata: { component: { 'bom-ref': 'culvert@1', name: 'culvert' } },
  components: [component('zod'), component('vue'), component('eslint'), component('vue-router')],
  dependencies: [
    { ref: 'culvert@1', dependsOn: ['eslint@1', 'vue-router@1', 'zod@1'] },
    { ref: 'vue-router@1', dependsOn: ['vue@1', 'eslint@1'] },
    { ref: 'eslint@1', dependsOn: [] },
  ],
};
const artefact = { name: 'culvert-1-amd64.deb', sha256: 'ab'.repeat(32) };

describe('the bill of materials of an artefact', () => {
  const made = z
    .looseObject({ components: z.array(z.looseObject({ name: z.string() })) })
    .parse(billOfMaterials(all, ['vue-router@1', 'vue@1'], artefact));

  it('names the packages that ship, and none of the tools', () => {
    expect(made.components.map(({ name }) => name)).toEqual(['vue-router', 'vue']);
    expect(made).toMatchObject({
      bomFormat: 'CycloneDX',
      dependencies: [
        { ref: 'culvert@1', dependsOn: ['vue-router@1', 'vue@1'] },
        { ref: 'vue-router@1', dependsOn: ['vue@1'] },
      ],
    });
  });

  it('is about the artefact, by its name and checksum', () => {
    expect(made['metadata']).toMatchObject({
      component: {
        name: artefact.name,
        hashes: [{ alg: 'SHA-256', content: artefact.sha256 }],
      },
    });
  });

  it('is not made when a package that ships is not listed', () => {
    expect(() => billOfMaterials(all, ['pinia@1'], artefact)).toThrow('pinia@1');
  });
});
