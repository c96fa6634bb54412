/**
 * Words that stand for one another in requests and declarations: one group per line, `_` joins the words of a phrase. A
 * word may be in several groups. Written from general knowledge of the fields that servers cover, not from any
 * server's text; a group earns its place by being common, not by being exact.
 */
export const CONCEPTS = `
record row entry item line object entity
table sheet spreadsheet worksheet grid
column field attribute property
database db base datastore
schema structure layout column field shape definition
file document doc
folder directory dir
inside within under beneath contents content sitting
picture image photo media png jpg jpeg screenshot snapshot illustration
screenshot snapshot capture picture image screen
video clip movie footage film
audio sound voice song music track speech mp3
url link web_address href uri website webpage page site
page tab site webpage website
web internet online google
issue ticket bug problem defect case
task todo to-do chore action_item assignment job
subtask child_task step checklist
comment remark note reply discussion annotation thread
message chat text dm sms conversation line
email mail inbox mailbox letter
user person people member account teammate colleague developer who whom whose
contact person people customer lead prospect client
customer client buyer shopper guest
company organization organisation org business firm vendor account workspace
team group squad department crew
channel room chat conversation
project app application workspace product
repository repo codebase project code
branch line_of_work ref
commit change revision history landed changeset
pull_request pr merge_request mr patch proposal
diff difference change compare differ delta
review approve verdict feedback sign_off thumbs_up opinion
release version tag build
deploy deployment ship rollout publish release live
pipeline ci build workflow job run check
status state health progress going_on green
log console output trace line print stdout devtools
error exception failure crash fault bug wrong
metric stat statistic measure kpi analytics number performance insight
monitor alarm alert watch
incident outage disruption postmortem
host machine server box node vm instance computer
service microservice provider feed
dashboard board panel
downtime maintenance silence mute quiet hush window
trace span request
device phone handset tablet emulator simulator mobile
screen display
app application program software package
element button widget control link node
button link control icon
option choice dropdown select value setting
key keyboard shortcut hotkey enter escape arrow
mouse pointer cursor hover
back previous return before earlier undo
forward next ahead redo
wait pause delay sleep hang_on second minute
volume loud louder quiet sound
chart graph plot diagram figure visualization
bar column bars
bar horizontal sideways lying flat
column vertical upright standing
pie donut ring slice proportion share divide_up part
line curve trend over_time time_series
area filled fill stacked
scatter dot point correlation depend
histogram distribution bucket bin frequency
radar spider web
funnel stage conversion drop_off thin_out
sankey flow band
treemap rectangle nested hierarchical proportion
network graph node edge relationship connected
mind_map brainstorm idea topic
organization_chart reporting_line boss reports_to org_chart hierarchy
flow flowchart process step sequence
fishbone cause root_cause ishikawa effect
venn overlap circle intersection set
boxplot quartile median whisker
violin density
liquid percent percentage gauge fill
word_cloud frequency word term
dual two_scale axis axes
map pin marker place location geographic
district region province administrative area
route path itinerary trip way direction
weather forecast rain temperature umbrella sun snow
current now right_now at_this_minute at_the_moment latest
alert warning notice advisory
wind blow gust
climate history historical past average
location place city town area spot where
coordinate latitude longitude lat long lon lng geocode gps
address street postal house_number
direction route way turn-by-turn navigate walk drive
distance far km mile travel commute minute
elevation height altitude high tall sea_level above
nearby near around within radius close
restaurant cafe bar shop store pharmacy business
review rating star opinion
phone telephone number call
call phone dial ring
sms text message
calendar schedule agenda diary
event meeting appointment booking call session
availability free slot busy open
reminder alarm notify
date day time when
price cost fee amount rate
payment charge pay paid transaction
invoice bill receipt
order purchase buy
cart basket checkout
product item sku catalog merchandise goods
stock inventory quantity warehouse
discount coupon promo voucher code
subscription plan membership renewal billing
refund return money_back
balance wallet fund credit
lead prospect opportunity deal sale
deal opportunity pipeline sale
campaign marketing newsletter blast
audience segment list
ad advert advertisement adset
engagement activity interaction note call meeting task
association link connection relation tie hang
relation relationship link connection tie edge
observation fact note detail
memory knowledge remember know stored recall
entity node thing item record person
graph memory knowledge everything
query sql select statement question
question ask faq
document page wiki article doc note
block paragraph section content
template blueprint boilerplate preset
tag label category keyword topic
category type kind class
description blurb tagline summary details about
title headline heading name caption called
body text content details message
status state open closed stage
priority severity urgent important
assignee owner responsible assigned plate
permission access allowed role right scope
allowed permitted access get_into reach
login sign_in auth authentication credential session
token key api_key secret credential
password passphrase
setting config configuration preference option
environment env variable inherited shell
variable value parameter
install add setup sideload
uninstall remove off
package dependency library module component
update upgrade bump
code script function source snippet program
test spec suite assertion
lint style format
container docker image
cluster kubernetes pod
process program running pid job
command terminal shell cli bash
domain dns hostname nameserver
whois registrant registration domain
certificate ssl tls https
backup snapshot restore copy
firewall rule security port
vulnerability security cve advisory risk
blog post article
post tweet status social
follower following subscriber fan
like thumbs_up react reaction emoji
translate language english
summary summarize overview tldr brief report
report analysis summary overview
sum total add plus together
average mean
calculate compute math
random number dice
stock share ticker market quote
crypto coin token currency bitcoin
transaction transfer payment blockchain
flight hotel travel trip vacation
recipe dish cook meal food dinner
workout exercise gym training
routine program plan
patent paper research literature study publication
news headline article
scrape crawl extract web
search_engine result web
model ai llm
prompt instruction template
dataset data training
chart data series
size big large space byte kb mb small heavy
tree nested hierarchy structure level layout recursive
compress zip gzip shrink archive gz
archive zip tar old
sample example dummy test mock demo
fake pretend mock simulate simulated made-up phony dummy
tiny small mini little
echo repeat back say_back parrot
capability operation tool action feature
annotation tag metadata
resource item reference uri
reference pointer link embed
notification notice update alert push
subscribe follow watch
toggle switch turn on off begin stop
long slow drag lengthy
progress bar step increment
variant option version
collection group list set folder
list all every
custom made_up own
hidden private secret
public open everyone
draft unpublished unfinished
archived old
recent latest newest last
history past previous log activity
date_range from to between since
filter condition where matching criteria
sort order top biggest highest
limit most first
duplicate copy same
rename call title name
media image audio video picture
metadata info detail stat touched modified
locate find where location
keyword phrase term word
form survey questionnaire submission response
submission response entry
page landing funnel
signature sign
contract agreement document deal
employee staff people worker
student learner course
course lesson class training
job position role vacancy
candidate applicant
ticket support helpdesk case
agent assistant bot
workflow automation process flow
trigger start event
webhook callback hook
integration connection plugin app
endpoint api route url
request call http
response answer result
cache stored
queue waiting pending
job task run
session visit
visitor traffic user visit
traffic visits analytics
performance speed fast slow load
waterfall network request
keyword rank seo
competitor rival
asset file media
component element widget
design mockup figma layout
frame artboard screen
color colour palette
style theme look
font typography
icon symbol emblem logo
slide presentation deck
cell range
formula calculation
note notebook onenote
attachment file upload
bookmark favorite save
label tag
milestone sprint iteration cycle
epic story
board kanban
member people user
owner responsible assigned
due deadline
blocked stuck waiting
sandbox environment vm container
snapshot backup image
volume disk storage drive
bucket storage blob object
key value
secret credential vault
region zone location
quota limit usage
usage consumption spend
cost spend billing price
orientation landscape portrait upright sideways rotate side tilt
record recording film filming video capture
crash crashed blow_up blown_up die report stack
press button volume louder quieter power home
swipe drag scroll finger slide flick
long_press hold finger_down press_and_hold
double_tap tap_twice
clipboard copy copied paste pasting
location gps position whereabouts
screenshot look picture see image screen
connected hooked_up attached plugged_in
allocate reserve borrow rent
loan lend borrow
release give_back hand_back
foreground active current front showing
feedback complain complaint suggestion
schema custom_object type
batch multiple several both bulk many
merge squash combine land
fork copy duplicate clone own_copy
commit landed change history
unresolved open pending
tagged labelled label tag
notify page alert
unmute resume
weekly recurring repeat recurrence schedule
treemap box nested
waterfall step up down running_total
word_cloud frequency
pivot cross-tab crosstab rows_and_columns spreadsheet table
picture draw diagram chart plot
structure outline accessibility snapshot headings controls
geocode coordinates address
reverse_geocode street house_number address coordinate
inventory everything complete all
variable env setting parameter
sum total together
vault safe keychain locker
password secret credential login passcode pin
stash shelve set_aside put_aside park
stage staged line_up add index
unstaged unsaved uncommitted working_tree
commit save record snapshot checkpoint history
checkout switch branch put_me_on
init initialize start_version_control repository
status unsaved changed going_on
tag version mark milestone
blame author who_wrote last_changed
rebase replay history
remote origin upstream server
todo task to-do plate chore remind reminder
complete done finished tick_off check_off close
label mark tag flag category
section heading part chapter
collaborator member access shared with_whom who_else
due deadline by_when date
priority urgent important
storage disk space take_up size
index lookup fast slow speed
explain slow plan why_slow
collection table set documents
aggregate group total average per
export save_to_a_file download dump
process program hung frozen cpu eating running
config setting set_up allowed
usage statistics how_much_used
workout training session gym lift
exercise move lift drill
routine plan programme schedule
body weight weigh kilo pound measurement height
history progress come_along over_time
folder group collection drawer
summary overview month week recap
lyrics song artist album playlist
movie film show series episode
book author title chapter isbn
recipe ingredient meal cook dish menu
flight plane airline airport fly
hotel room stay night accommodation
train bus transit station ride
car vehicle drive rental
patient doctor appointment clinic
medication drug dose prescription
house apartment flat property rent listing
job vacancy opening position hire
employee staff payroll salary leave
vacation holiday leave time_off absence
shift rota timesheet hours
expense receipt spending budget
tax vat duty
bank account balance statement
loan mortgage interest credit
portfolio holding position investment
trade order buy sell
exchange_rate convert currency rate
contract agreement nda sign
legal law court case
school student class grade homework
quiz exam test question
translate language foreign
spelling grammar proofread
tone style voice rewrite
keyword phrase term search
ranking position seo google
backlink link referring
visitor audience traffic session
conversion goal purchase funnel
bounce exit leave
newsletter mailing campaign subscriber
unsubscribe opt_out leave
template layout blueprint boilerplate
form field submission answer
webhook callback notify trigger
cron schedule every_day nightly recurring
queue backlog pending waiting
log entry trace record
alert alarm warning page threshold
uptime downtime availability outage
latency response_time slow fast
throughput traffic load requests
cpu processor load
memory ram
network bandwidth traffic
node server machine host instance
pod container docker
namespace project group
deployment release rollout version
rollback undo previous_version
secret env variable config
certificate ssl tls https expire
domain dns website address
record entry a_record cname mx
mailbox inbox email account
spam junk unwanted
draft unfinished unsent
attachment file enclosed
thread conversation discussion
channel room group chat
mention tag ping
reaction emoji like thumbs_up
profile bio about account
feed timeline posts
story reel post
comment reply response
hashtag topic trend
video clip recording footage
subtitle caption transcript
transcript transcription words said
voice speech speak read_aloud
image picture photo drawing artwork
background wallpaper backdrop
crop resize scale trim
filter effect style
layer frame group component
color palette swatch hue
font typeface lettering
icon logo symbol
mockup prototype wireframe design
page screen view
button link click
form input textbox field
checkbox tick toggle switch
dropdown select pick choose list
popup dialog modal window
cookie session storage
screenshot picture capture look
console javascript error log
element selector node button
scroll down up page
keyboard key press shortcut
cell range sheet excel
formula function calculate
row line entry record
pivot summarize group
chart graph plot visual
paragraph text section
bold italic format style
table grid rows
footnote citation reference
bibliography citation paper reference
abstract summary paper
author writer researcher
journal publication magazine
patent invention claim
species animal plant
planet star space astronomy
weather rain sun temperature forecast
earthquake storm flood disaster
map route directions way
nearby close around near
distance far long
timezone clock time hour
convert unit measure
random dice pick
uuid id unique
hash checksum digest fingerprint
encrypt decrypt cipher secret
encode decode base64
regex pattern match
json yaml xml parse
csv spreadsheet table
pdf printable document
zip archive compress
script code program
function method class
variable name rename
lint style check
test spec failing
coverage tested untested
dependency package library install
vulnerability security hole cve
license legal terms
docs documentation manual guide
tutorial guide how_to
example sample demo
memory remember note recall
entity thing item
relation link connection
thought think step reasoning
plan roadmap strategy
goal objective target okr
risk issue problem
decision choice pick
meeting call appointment event
attendee guest participant invite
calendar agenda schedule
availability free busy slot
reminder alert notify
contact person people address
lead prospect customer
deal opportunity sale
quote estimate offer price
invoice bill charge
payment pay paid money
subscription plan membership
coupon discount code voucher
product item goods article
category group section department
inventory stock quantity left
warehouse storage location
shipment parcel delivery package
tracking where_is shipment parcel
address street home
order purchase bought
review rating stars feedback
wishlist favorite saved
`;
