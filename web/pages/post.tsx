import { useEffect } from 'react'
import { measure } from '../privacy/analytics.ts'
import { postAt, relatedTo } from '../content/posts.ts'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { ArticleBody } from '../articles/article-body.tsx'
import { ContentHead } from '../articles/content-head.tsx'
import { Icon } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { PostActions, PostMeta, PostTags } from '../articles/post-actions.tsx'
import { useTexts } from '../app/texts.ts'
import css from './blog.module.css'
import common from '../articles/content.module.css'

export function Page({ path }: { path: string }) {
  const post = postAt(path)
  if (!post) throw new Error(`no article at ${path}`)
  const { title } = post
  const texts = useTexts('pages/blog')
  useEffect(() => measure({ name: 'blog_post_view', label: title }), [title])
  return (
    <main id="main" className={`wrap ${common.page}`}>
      <p className={css.back}>
        <Link to="/blog">
          <Icon name="back" /> {texts.back}
        </Link>
      </p>
      <article lang="en" dir="ltr">
        <ContentHead title={title} lead={post.excerpt}>
          <PostMeta post={post} />
        </ContentHead>
        <ArticleBody id={post.id} isFirst />
        <footer className={css.end}>
          <PostTags post={post} />
          <div className={common.row}>
            <PostActions post={post} />
          </div>
        </footer>
      </article>
      <section className={css.topics} aria-labelledby="related">
        <h2 id="related">{texts.related}</h2>
        <div className={common.cards}>
          {relatedTo(post).map((other) => (
            <Link
              key={other.id}
              className={common.card}
              to={`/blog/${other.id}`}
              onClick={() => measure({ name: 'blog_article_click', label: other.title })}
            >
              <span>
                {other.category}, {other.readTime}
              </span>
              <b>{other.title}</b>
              <span>{other.excerpt}</span>
            </Link>
          ))}
        </div>
        <p>
          <Link className="btn btn-line" to="/blog">
            <Icon name="back" /> {texts.backToAll}
          </Link>
        </p>
      </section>
      <AdSlot name="responsive" />
    </main>
  )
}
