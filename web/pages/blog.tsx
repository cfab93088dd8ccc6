import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { measure } from '../privacy/analytics.ts'
import { posts, type Post } from '../content/posts.ts'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { ContentHead } from '../articles/content-head.tsx'
import { ArticleBody } from '../articles/article-body.tsx'
import { PostActions, PostMeta, PostTags } from '../articles/post-actions.tsx'
import { ContentIcon } from '../articles/content-icon.tsx'
import { Fold } from '../parts/fold.tsx'
import { Link } from '../parts/link.tsx'
import { useTexts } from '../app/texts.ts'
import css from './blog.module.css'
import common from '../articles/content.module.css'

/** `label`: what statistics call the topic, in whichever language the page is. */
const topics = [
  { name: 'formats', label: 'Video Formats', sign: 'film', to: '/blog/1' },
  { name: 'legal', label: 'Legal Guides', sign: 'scale', to: '/blog/2' },
  { name: 'platforms', label: 'Platform Updates', sign: 'chat', to: '/blog/3' },
] as const

/** The articles are English in each language. */
const english = { lang: 'en', dir: 'ltr' } as const

const explore = (label: string) => measure({ name: 'blog_topic_explore', label })

function Article({ post, isFirst }: { post: Post; isFirst: boolean }) {
  const texts = useTexts('pages/blog')
  const to = `/blog/${post.id}`
  const open = () => measure({ name: 'blog_article_click', label: post.title })
  return (
    <article className={css.post} aria-labelledby={`post-${post.id}`}>
      <PostMeta post={post} />
      <h2 id={`post-${post.id}`} {...english}>
        <Link to={to} onClick={open}>
          {post.title}
        </Link>
      </h2>
      <p className={css.excerpt} {...english}>
        {post.excerpt}
      </p>
      <PostTags post={post} />
      <div className={common.row}>
        <Link className="btn btn-fill" to={to} onClick={open} aria-describedby={`post-${post.id}`}>
          {texts.read}
        </Link>
        <PostActions post={post} />
      </div>
      {isFirst && <Fold />}
      <details className={css.body}>
        <summary>{texts.here}</summary>
        <div {...english}>
          <ArticleBody id={post.id} level={3} />
        </div>
      </details>
    </article>
  )
}

function Topics() {
  const texts = useTexts('pages/blog')
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const ask = () => {
    explore('Quality Tips')
    if (dialog.current) dialog.current.returnValue = ''
    dialog.current?.showModal()
  }
  return (
    <section className={css.topics} aria-labelledby="topics">
      <h2 id="topics">{texts.explore}</h2>
      <div className={common.cards}>
        {topics.map(({ name, label, sign, to }) => (
          <Link key={name} className={common.card} to={to} onClick={() => explore(label)}>
            <ContentIcon name={sign} />
            <b>{texts.topics[name].title}</b>
            <span>{texts.topics[name].text}</span>
          </Link>
        ))}
        <button type="button" className={common.card} onClick={ask}>
          <ContentIcon name="eye" />
          <b>{texts.topics.tips.title}</b>
          <span>{texts.topics.tips.text}</span>
        </button>
      </div>
      <dialog
        ref={dialog}
        className={css.ask}
        aria-labelledby="ask"
        onClose={(event) => {
          if (event.currentTarget.returnValue === 'yes') void navigate('/blog/1')
        }}
      >
        <form method="dialog">
          <p id="ask">{texts.askTips}</p>
          <div className={common.row}>
            <button className="btn btn-fill" value="yes">
              {texts.yes}
            </button>
            <button className="btn btn-line" value="no">
              {texts.no}
            </button>
          </div>
        </form>
      </dialog>
    </section>
  )
}

export function Page({ path }: { path: string }) {
  const texts = useTexts('pages/blog')
  const navigate = useNavigate()
  useEffect(() => {
    if (path.startsWith('/blog/')) void navigate('/blog', { replace: true })
  }, [path, navigate])
  return (
    <main id="main" className={`wrap ${common.page}`}>
      <ContentHead title={texts.title} lead={texts.lead} />
      {posts.map((post, at) => (
        <Article key={post.id} post={post} isFirst={at === 0} />
      ))}
      <Topics />
      <AdSlot name="responsive" />
    </main>
  )
}
