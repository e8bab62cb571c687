-- What a paid launch includes, and what it is for a listing that is live already.
UPDATE products SET description = 'Publishes a listing at once or in the launch week you choose, without the badge and founder profile conditions of the free plan, and shows its milestones. For a listing that is live already it is an upgrade: the badge may go, milestones are shown and extras can be bought; its launch week and its votes stay as they are.'
WHERE key = 'launch';
UPDATE products SET description = 'Shows the founder story on the listing and on the founder profile. With a paid launch, or after it.'
WHERE key = 'story';
UPDATE products SET description = 'Shows the milestones of the company on a live listing of the free plan. A paid launch includes them.'
WHERE key = 'milestones';
