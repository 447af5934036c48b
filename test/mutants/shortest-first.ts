import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs quick test files first: most mutants are killed before the slow ones begin. */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durationOf = ({ project, moduleId }: TestSpecification): number => {
      const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
      return this.ctx.cache.getFileTestResults(key)?.duration ?? 0;
    };
    return files
      .map((file) => ({ file, duration: durationOf(file) }))
      .sort((a, b) => a.duration - b.duration)
      .map(({ file }) => file);
  }
}
