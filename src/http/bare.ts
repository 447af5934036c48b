/** Returns the same members without a prototype: members that a page has added to `Object.prototype` have no effect. */
export const bare = <Members extends object>(members: Members): Members =>
  ({ __proto__: null, ...members }) as Members;
